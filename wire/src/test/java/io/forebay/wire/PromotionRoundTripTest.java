package io.forebay.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.AliveReply;
import io.forebay.core.catalogue.Heartbeat;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.Promoted;
import io.forebay.core.catalogue.PullPromotions;
import io.forebay.core.catalogue.PullReply;
import io.forebay.core.catalogue.ReportPromotions;
import io.forebay.core.prefetch.FailedPromotion;
import io.forebay.core.prefetch.Landing;
import io.forebay.core.prefetch.PromotionFailure;
import io.forebay.core.prefetch.PromotionSource;
import io.forebay.core.prefetch.PromotionTask;
import io.forebay.core.prefetch.Pull;
import io.forebay.core.prefetch.Readings;
import io.forebay.core.prefetch.TaskAttempt;
import io.forebay.core.prefetch.TaskId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import io.forebay.wire.proto.MasterProto;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// As [RoundTripTest], for what a node that promotes and the master say to each other.
class PromotionRoundTripTest {
    private static TaskAttempt attempt(Samples s) {
        return new TaskAttempt(new TaskId(s.random.nextLong()), s.random.nextInt(1, Integer.MAX_VALUE));
    }

    @Test
    void readingsComeBackEqual() {
        RoundTripTest.rounds(s -> {
            Map<Namespace, Long> blockBytes = new HashMap<>();
            s.list(0, 5, s::namespace)
                    .forEach(namespace -> blockBytes.put(namespace, s.random.nextLong(1, Long.MAX_VALUE)));
            long main = s.random.nextLong(1, Long.MAX_VALUE);
            long buffer = s.random.nextLong(1, Long.MAX_VALUE);
            long used = s.random.nextLong(0, buffer) + 1;
            Heartbeat heartbeat = new Heartbeat(
                    s.node(),
                    new SessionId(s.random.nextLong()),
                    new Readings(
                            s.random.nextLong(0, main),
                            main,
                            used,
                            s.random.nextLong(0, used),
                            buffer,
                            s.random.nextBoolean(),
                            blockBytes));
            assertEquals(
                    heartbeat,
                    MasterTranslation.fromWire(MasterProto.HeartbeatRequest.parseFrom(
                            MasterTranslation.toWire(heartbeat).toByteArray())));
        });
    }

    @Test
    void aNodeThatSaysNothingOfItsRoomIsTakenToSayNothing() {
        Heartbeat silent = new Heartbeat(new Samples(1).node(), new SessionId(1));
        MasterProto.HeartbeatRequest message = MasterTranslation.toWire(silent);
        assertFalse(message.hasReadings());
        assertEquals(Readings.NONE, MasterTranslation.fromWire(message).readings());
    }

    @Test
    void promotedAndConsumedBlocksComeBackEqual() {
        RoundTripTest.rounds(s -> {
            List<Namespace> namespaces = s.list(3, 3, s::namespace);
            List<BlockKey> consumed = s.list(0, 20, () -> s.key(namespaces.subList(0, 1)));
            LedgerBatch batch = new LedgerBatch(
                    s.node(),
                    new SessionId(s.random.nextLong()),
                    Tier.MEMORY,
                    1,
                    0,
                    false,
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    s.list(0, 20, () -> new Promoted(attempt(s), s.key(namespaces))),
                    consumed);
            LedgerBatch back = LedgerTranslation.fromWire(MasterProto.LedgerRequest.parseFrom(
                    LedgerTranslation.toWire(batch, 1).toByteArray()));
            assertEquals(batch, back);
        });
    }

    @Test
    void aPullComesBackEqual() {
        RoundTripTest.rounds(s -> {
            PullPromotions pull = new PullPromotions(
                    s.node(),
                    new SessionId(s.random.nextLong()),
                    s.random.nextLong(1, Long.MAX_VALUE),
                    s.list(0, 20, () -> attempt(s)),
                    s.random.nextInt(0, 65_537),
                    s.random.nextLong(0, 60_000_000_001L));
            assertEquals(
                    pull,
                    PromotionTranslation.fromWire(MasterProto.PullPromotionsRequest.parseFrom(
                            PromotionTranslation.toWire(pull, pull.waitNanos()).toByteArray())));
        });
    }

    @Test
    void theReplyToAPullComesBackEqual() {
        RoundTripTest.rounds(s -> {
            List<Namespace> namespaces = s.list(2, 2, s::namespace);
            List<PromotionTask> tasks = s.list(
                    0,
                    20,
                    () -> new PromotionTask(
                            attempt(s),
                            s.key(namespaces),
                            s.any(PromotionSource.class),
                            s.any(Landing.class),
                            s.random.nextLong(),
                            s.random.nextLong()));
            for (PullReply reply : List.of(
                    new PullReply.Heard(new Pull.Taken(tasks, s.list(0, 20, () -> attempt(s)))),
                    new PullReply.Heard(new Pull.Outdated()),
                    new PullReply.UnknownSession(),
                    new PullReply.NoPromotions())) {
                assertEquals(
                        reply,
                        PromotionTranslation.pullReply(
                                MasterProto.PullPromotionsResponse.parseFrom(
                                        PromotionTranslation.toWire(reply).toByteArray()),
                                tasks.size()));
            }
        });
    }

    @Test
    void aReportOfPromotionsComesBackEqual() {
        RoundTripTest.rounds(s -> {
            ReportPromotions report = new ReportPromotions(
                    s.node(),
                    new SessionId(s.random.nextLong()),
                    s.list(0, 20, () -> attempt(s)),
                    s.list(0, 20, () -> new FailedPromotion(attempt(s), s.any(PromotionFailure.class))));
            assertEquals(
                    report,
                    PromotionTranslation.fromWire(MasterProto.ReportPromotionsRequest.parseFrom(
                            PromotionTranslation.toWire(report).toByteArray())));
            AliveReply reply = new AliveReply(s.random.nextBoolean(), s.random.nextLong());
            assertEquals(
                    reply,
                    PromotionTranslation.fromWire(MasterProto.ReportPromotionsResponse.parseFrom(
                            PromotionTranslation.reportedToWire(reply).toByteArray())));
        });
    }
}
