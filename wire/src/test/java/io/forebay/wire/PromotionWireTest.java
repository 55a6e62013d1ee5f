package io.forebay.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.catalogue.AliveReply;
import io.forebay.core.catalogue.Heartbeat;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.LedgerReply;
import io.forebay.core.catalogue.PrefixQuery;
import io.forebay.core.catalogue.PrefixWatch;
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
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What a node that promotes asks of the master, end to end.
class PromotionWireTest {
    private static final long MINUTE = 60 * Loopback.SECOND;
    private static final NodeId NODE = new NodeId("a");
    private static final SessionId SESSION = new SessionId(9);
    private static final TaskAttempt ATTEMPT = new TaskAttempt(new TaskId(5), 2);

    private final Samples samples = new Samples(47);
    private final FakeMaster master = new FakeMaster();
    private final Loopback server;
    private final MasterChannel channel;

    PromotionWireTest() throws IOException {
        server = Loopback.serving(Services.master(master, master, master));
        channel = MasterChannel.connect(server.address(), Loopback.PATIENT);
    }

    @AfterEach
    void close() {
        channel.close();
        server.close();
        master.close();
    }

    private static PullPromotions pull(long waitNanos) {
        return new PullPromotions(NODE, SESSION, 3, List.of(ATTEMPT), 8, waitNanos);
    }

    private PullReply.Heard oneTask() {
        PromotionTask task = new PromotionTask(
                ATTEMPT,
                samples.key(List.of(samples.namespace())),
                PromotionSource.PREFETCH,
                Landing.MAIN,
                -5,
                Loopback.SECOND);
        return new PullReply.Heard(new Pull.Taken(List.of(task), List.of(ATTEMPT)));
    }

    @Test
    void aPullBringsTasks() throws Exception {
        PullReply reply = oneTask();
        master.pullPromotions.answers(reply);
        Awaited<PullReply> answer = new Awaited<>();
        channel.pullPromotions(pull(10 * Loopback.SECOND), MINUTE, answer);
        assertEquals(reply, answer.ok());
        assertEquals(pull(10 * Loopback.SECOND), master.pullPromotions.nextAsked());
    }

    @Test
    void aHeldPullIsAnsweredWhenItsWaitIsOver() throws Exception {
        long wait = 100 * Loopback.MILLISECOND;
        Awaited<PullReply> answer = new Awaited<>();
        channel.pullPromotions(pull(wait), MINUTE, answer);
        assertEquals(wait, master.pullPromotions.nextAsked().waitNanos());
        assertTrue(master.pullPromotions.timeouts.take() > wait, "the call ends after its wait");
        PullReply nothing = new PullReply.Heard(new Pull.Taken(List.of(), List.of()));
        master.pullPromotions.answerSilent(Answer.ok(nothing));
        assertEquals(nothing, answer.ok());
    }

    @Test
    void aWaitAsLongAsTheTimeoutIsCutSoThatTheAnswerComesInTime() throws Exception {
        channel.pullPromotions(pull(MINUTE), MINUTE, new Awaited<>());
        assertEquals(
                MINUTE - Loopback.PATIENT.slackNanos(),
                master.pullPromotions.nextAsked().waitNanos());
    }

    @Test
    void aPullWithNextToNoTimeIsNotHeldAtAll() throws Exception {
        ChannelSettings slow = new ChannelSettings(MINUTE, MINUTE, MINUTE, MINUTE, MINUTE, MINUTE, 1 << 20);
        try (MasterChannel toMaster = MasterChannel.connect(server.address(), slow)) {
            toMaster.pullPromotions(pull(MINUTE), MINUTE / 2, new Awaited<>());
            assertEquals(0, master.pullPromotions.nextAsked().waitNanos());
        }
    }

    @Test
    void startsAndFailuresAreHeard() throws Exception {
        master.reportPromotions.answers(new AliveReply(true, 77));
        ReportPromotions report = new ReportPromotions(
                NODE, SESSION, List.of(ATTEMPT), List.of(new FailedPromotion(ATTEMPT, PromotionFailure.NO_ROOM)));
        Awaited<AliveReply> answer = new Awaited<>();
        channel.reportPromotions(report, MINUTE, answer);
        assertEquals(new AliveReply(true, 77), answer.ok());
        assertEquals(report, master.reportPromotions.nextAsked());
    }

    @Test
    void aHeartbeatSaysHowFullTheNodeIs() throws Exception {
        master.heartbeat.answers(new AliveReply(true, 77));
        Heartbeat full = new Heartbeat(NODE, SESSION, new Readings(9, 10, 1, 2, true, Map.of(samples.namespace(), 3L)));
        Awaited<AliveReply> answer = new Awaited<>();
        channel.heartbeat(full, MINUTE, answer);
        answer.ok();
        assertEquals(full, master.heartbeat.nextAsked());
    }

    @Test
    void aBatchSaysWhatWasPromotedAndWhatWasUsed() throws Exception {
        master.ledger.answers(new LedgerReply.Applied(1));
        var key = samples.key(List.of(samples.namespace()));
        LedgerBatch batch = new LedgerBatch(
                NODE,
                SESSION,
                Tier.MEMORY,
                1,
                0,
                false,
                List.of(),
                List.of(),
                List.of(key),
                List.of(),
                List.of(new Promoted(ATTEMPT, key)),
                List.of(key));
        Awaited<LedgerReply> answer = new Awaited<>();
        channel.ledger(batch, MINUTE, answer);
        answer.ok();
        assertEquals(batch, master.ledger.nextAsked());
    }

    @Test
    void queriesThatAreHeldDelayNoPull() throws Exception {
        int moreThanAConnectionHas = 1_100;
        PrefixQuery watch = new PrefixQuery(
                samples.namespace(), samples.hashes(), Optional.of(new PrefixWatch(SESSION, MINUTE / 2)));
        for (int i = 0; i < moreThanAConnectionHas; i++) {
            channel.queryPrefix(watch, MINUTE, new Awaited<>());
        }
        assertEquals(watch, master.queryPrefix.nextAsked());
        PullReply reply = oneTask();
        master.pullPromotions.answers(reply);
        Awaited<PullReply> answer = new Awaited<>();
        channel.pullPromotions(pull(0), MINUTE, answer);
        assertEquals(reply, answer.ok());
    }

    @Test
    void aMasterThatKnowsNoPromotionsSaysSoAndStaysOfUse() throws Exception {
        master.heartbeat.answers(new AliveReply(true, 77));
        try (Loopback older = Loopback.serving(Services.master(master));
                MasterChannel toOlder = MasterChannel.connect(older.address(), Loopback.PATIENT)) {
            Awaited<PullReply> pulled = new Awaited<>();
            toOlder.pullPromotions(pull(0), MINUTE, pulled);
            Answer.Refused<PullReply> refused = pulled.refused();
            assertEquals("rpc is not served: the master does not know prefetching", refused.problem());
            assertTrue(NotServed.is(refused));
            Awaited<AliveReply> reported = new Awaited<>();
            toOlder.reportPromotions(
                    new ReportPromotions(NODE, SESSION, List.of(ATTEMPT), List.of()), MINUTE, reported);
            assertTrue(NotServed.is(reported.refused()));
            Awaited<AliveReply> alive = new Awaited<>();
            toOlder.heartbeat(new Heartbeat(NODE, SESSION), MINUTE, alive);
            assertEquals(new AliveReply(true, 77), alive.ok());
        }
    }

    @Test
    void otherRefusalsAndFailuresAreNotTakenForThat() throws Exception {
        master.pullPromotions.answers(_ -> new Answer.Refused<>("credit", "is too much"));
        Awaited<PullReply> refused = new Awaited<>();
        channel.pullPromotions(pull(0), MINUTE, refused);
        assertFalse(NotServed.is(refused.refused()));
        server.close();
        Awaited<PullReply> away = new Awaited<>();
        channel.pullPromotions(pull(0), MINUTE, away);
        assertFalse(NotServed.is(away.failed()));
    }
}
