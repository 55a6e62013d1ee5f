package io.forebay.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.core.catalogue.CancelPrefetch;
import io.forebay.core.catalogue.CancelReply;
import io.forebay.core.catalogue.Lookup;
import io.forebay.core.catalogue.LookupReply;
import io.forebay.core.catalogue.LookupReply.BlockTiers;
import io.forebay.core.catalogue.Prefetch;
import io.forebay.core.catalogue.PrefetchReply;
import io.forebay.core.catalogue.PrefetchReply.PrefetchAnswer;
import io.forebay.core.catalogue.ReplicaStatus;
import io.forebay.core.prefetch.PrefetchStatus;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import io.forebay.wire.proto.RouterProto;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// As [RoundTripTest], for routers and the master.
class RouterRoundTripTest {
    @Test
    void aTriggerComesBackEqual() {
        RoundTripTest.rounds(s -> {
            Prefetch request = new Prefetch(
                    s.namespace(), s.list(0, 20, s::hash), s.name(0), s.random.nextLong(0, 600_000_000_001L));
            assertEquals(
                    request,
                    RouterTranslation.fromWire(RouterProto.BatchPrefetchToMemoryRequest.parseFrom(
                            RouterTranslation.toWire(request).toByteArray())));
        });
    }

    @Test
    void aTriggerThatDoesNotSayWhenIsMeantForTheUsualTime() {
        Prefetch now = new Prefetch(new Samples(1).namespace(), List.of(), "r", 0);
        RouterProto.BatchPrefetchToMemoryRequest message = RouterTranslation.toWire(now);
        assertEquals(0, RouterTranslation.fromWire(message).needInNanos());
        assertEquals(
                Prefetch.DEFAULT_NEED_IN_NANOS,
                RouterTranslation.fromWire(
                                message.toBuilder().clearNeedInNanos().build())
                        .needInNanos());
    }

    @Test
    void theReplyToATriggerComesBackEqual() {
        RoundTripTest.rounds(s -> {
            List<PrefetchAnswer> answers = s.list(
                    0,
                    20,
                    () -> new PrefetchAnswer(
                            s.any(PrefetchStatus.class),
                            s.random.nextBoolean() ? Optional.empty() : Optional.of(s.node()),
                            s.random.nextBoolean()));
            for (PrefetchReply reply : List.of(
                    new PrefetchReply.Disabled(s.random.nextLong()),
                    new PrefetchReply.Decided(s.random.nextLong(), s.random.nextBoolean(), answers))) {
                assertEquals(
                        reply,
                        RouterTranslation.prefetchReply(
                                RouterProto.BatchPrefetchToMemoryResponse.parseFrom(
                                        RouterTranslation.toWire(reply).toByteArray()),
                                answers.size()));
            }
        });
    }

    @Test
    void aRequestThatIsTakenBackComesBackEqual() {
        RoundTripTest.rounds(s -> {
            CancelPrefetch request = new CancelPrefetch(s.name(1));
            assertEquals(
                    request,
                    RouterTranslation.fromWire(RouterProto.CancelPrefetchRequest.parseFrom(
                            RouterTranslation.toWire(request).toByteArray())));
            CancelReply reply = new CancelReply(
                    s.random.nextLong(),
                    s.random.nextInt(0, Integer.MAX_VALUE),
                    s.random.nextInt(0, Integer.MAX_VALUE));
            assertEquals(
                    reply,
                    RouterTranslation.fromWire(RouterProto.CancelPrefetchResponse.parseFrom(
                            RouterTranslation.toWire(reply).toByteArray())));
        });
    }

    @Test
    void aLookupComesBackEqual() {
        RoundTripTest.rounds(s -> {
            Lookup request = new Lookup(s.namespace(), s.hashes());
            assertEquals(
                    request,
                    LookupTranslation.fromWire(RouterProto.LookupRequest.parseFrom(
                            LookupTranslation.toWire(request).toByteArray())));
            List<NodeId> nodes = s.list(3, 3, s::node);
            List<BlockTiers> blocks = s.list(
                    0,
                    20,
                    () -> new BlockTiers(
                            s.list(0, 4, () -> replica(s, nodes)), s.random.nextLong(), s.random.nextBoolean()));
            LookupReply reply = new LookupReply(s.random.nextLong(), s.random.nextBoolean(), blocks);
            assertEquals(
                    reply,
                    LookupTranslation.lookupReply(
                            RouterProto.LookupResponse.parseFrom(
                                    LookupTranslation.toWire(reply).toByteArray()),
                            blocks.size()));
        });
    }

    private static ReplicaStatus replica(Samples s, List<NodeId> nodes) {
        return new ReplicaStatus(
                nodes.get(s.random.nextInt(nodes.size())),
                new SessionId(s.random.nextInt(2)),
                s.any(Tier.class),
                true,
                s.random.nextLong());
    }

    @Test
    void aLookupNamesEachOwnerOnce() {
        ReplicaStatus replica = new ReplicaStatus(new NodeId("a"), new SessionId(1), Tier.MEMORY, true, 0);
        BlockTiers block = new BlockTiers(List.of(replica), 1, false);
        LookupReply reply = new LookupReply(1, false, List.of(block, block, block));
        assertEquals(1, LookupTranslation.toWire(reply).getOwnersCount());
    }
}
