package io.forebay.wire;

import com.google.protobuf.MessageLite;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.AliveReply;
import io.forebay.core.catalogue.CancelPrefetch;
import io.forebay.core.catalogue.CancelReply;
import io.forebay.core.catalogue.Heartbeat;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.Lookup;
import io.forebay.core.catalogue.LookupAndPrefetch;
import io.forebay.core.catalogue.LookupAndPrefetchReply;
import io.forebay.core.catalogue.LookupReply;
import io.forebay.core.catalogue.LookupReply.BlockTiers;
import io.forebay.core.catalogue.Prefetch;
import io.forebay.core.catalogue.PrefetchReply;
import io.forebay.core.catalogue.PrefetchReply.PrefetchAnswer;
import io.forebay.core.catalogue.Promoted;
import io.forebay.core.catalogue.PullPromotions;
import io.forebay.core.catalogue.PullReply;
import io.forebay.core.catalogue.ReplicaStatus;
import io.forebay.core.catalogue.ReportPromotions;
import io.forebay.core.engine.EnginePrefetch;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.prefetch.FailedPromotion;
import io.forebay.core.prefetch.Landing;
import io.forebay.core.prefetch.PrefetchStatus;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The part of [Golden] that is about promotions and triggers.
final class GoldenPrefetch {
    private static final long SECOND = 1_000_000_000L;
    private static final long EPOCH = 1_234_567;
    private static final NodeId NODE = new NodeId("node-a");
    private static final SessionId SESSION = new SessionId(300);
    private static final Namespace NAMESPACE =
            new Namespace("llama-3-70b/fp8", "acme", "00112233445566778899aabbccddeeff");
    private static final List<BlockHash> HASHES =
            List.of(BlockHash.of(new byte[] {1, 2, 3, 4}), BlockHash.of(new byte[] {5, 6, 7, 8}));
    private static final List<BlockKey> KEYS =
            HASHES.stream().map(hash -> new BlockKey(NAMESPACE, hash)).toList();
    private static final TaskAttempt FIRST = new TaskAttempt(new TaskId(1_000), 1);
    private static final TaskAttempt SECOND_TRY = new TaskAttempt(new TaskId(1_001), 2);

    private GoldenPrefetch() {}

    static Map<String, MessageLite> messages() {
        Map<String, MessageLite> all = new TreeMap<>();
        node(all);
        pulls(all);
        routers(all);
        return all;
    }

    private static void node(Map<String, MessageLite> all) {
        Readings readings = new Readings(95, 100, 5, 10, true, Map.of(NAMESPACE, 1L << 20));
        all.put("HeartbeatRequest.readings", MasterTranslation.toWire(new Heartbeat(NODE, SESSION, readings)));
        Readings held = new Readings(95, 100, 5, 3, 10, true, Map.of(NAMESPACE, 1L << 20));
        all.put("HeartbeatRequest.held", MasterTranslation.toWire(new Heartbeat(NODE, SESSION, held)));
        Heartbeat draining = new Heartbeat(NODE, SESSION, Readings.NONE, true);
        all.put("HeartbeatRequest.draining", MasterTranslation.toWire(draining));
        List<Promoted> promoted =
                List.of(new Promoted(FIRST, KEYS.getFirst()), new Promoted(SECOND_TRY, KEYS.getLast()));
        LedgerBatch batch = new LedgerBatch(
                NODE,
                SESSION,
                Tier.MEMORY,
                5,
                0,
                false,
                List.of(),
                List.of(),
                KEYS,
                List.of(),
                promoted,
                KEYS.subList(1, 2));
        all.put("LedgerRequest.promoted", LedgerTranslation.toWire(batch, 2 * SECOND));
        List<FailedPromotion> failed = Stream.of(PromotionFailure.values())
                .map(cause -> new FailedPromotion(SECOND_TRY, cause))
                .toList();
        all.put(
                "ReportPromotionsRequest",
                PromotionTranslation.toWire(new ReportPromotions(NODE, SESSION, List.of(FIRST), failed)));
        all.put(
                "ReportPromotionsRequest.met",
                PromotionTranslation.toWire(new ReportPromotions(NODE, SESSION, List.of(), List.of(), KEYS)));
        all.put("HeartbeatResponse.noPulls", MasterTranslation.aliveToWire(new AliveReply(true, EPOCH, 0, false)));
        all.put(
                "HeartbeatResponse.wants",
                MasterTranslation.aliveToWire(
                        new AliveReply(true, EPOCH, 0, false, new AliveReply.Promotes(true, true))));
        all.put("ReportPromotionsResponse", PromotionTranslation.reportedToWire(new AliveReply(true, EPOCH)));
    }

    private static void pulls(Map<String, MessageLite> all) {
        all.put(
                "PullPromotionsRequest",
                PromotionTranslation.toWire(
                        new PullPromotions(NODE, SESSION, 7, List.of(FIRST, SECOND_TRY), 2, 10 * SECOND), 10 * SECOND));
        List<PromotionTask> tasks = List.of(
                new PromotionTask(FIRST, KEYS.getFirst(), PromotionSource.PREFETCH, Landing.BUFFER, -1_000, SECOND),
                new PromotionTask(SECOND_TRY, KEYS.getLast(), PromotionSource.ON_HIT, Landing.MAIN, SECOND, -1));
        put(all, "pulled", new PullReply.Heard(new Pull.Taken(tasks, List.of(SECOND_TRY))));
        put(all, "outdated", new PullReply.Heard(new Pull.Outdated()));
        put(all, "unknownSession", new PullReply.UnknownSession());
        put(all, "noPromotions", new PullReply.NoPromotions());
    }

    private static void put(Map<String, MessageLite> all, String variant, PullReply reply) {
        all.put("PullPromotionsResponse." + variant, PromotionTranslation.toWire(reply));
    }

    private static void routers(Map<String, MessageLite> all) {
        all.put(
                "BatchPrefetchToMemoryRequest",
                RouterTranslation.toWire(new Prefetch(NAMESPACE, HASHES, "req-1", 2 * SECOND)));
        all.put("BatchPrefetchToMemoryResponse.disabled", RouterTranslation.toWire(new PrefetchReply.Disabled(EPOCH)));
        List<PrefetchAnswer> answers = Stream.of(PrefetchStatus.values())
                .map(status -> new PrefetchAnswer(
                        status,
                        status == PrefetchStatus.NOT_FOUND ? Optional.empty() : Optional.of(NODE),
                        status == PrefetchStatus.IN_MEMORY))
                .toList();
        all.put(
                "BatchPrefetchToMemoryResponse.decided",
                RouterTranslation.toWire(new PrefetchReply.Decided(EPOCH, true, answers)));
        all.put(
                "PrefetchRequest",
                TriggerTranslation.toWire(new EnginePrefetch(new InstanceId("engine-1"), HASHES, "req-1", 2 * SECOND)));
        all.put("PrefetchResponse", TriggerTranslation.toWire(new PrefetchReply.Disabled(EPOCH)));
        all.put("CancelPrefetchRequest", RouterTranslation.toWire(new CancelPrefetch("req-1")));
        all.put("CancelPrefetchResponse", RouterTranslation.toWire(new CancelReply(EPOCH, 3, 1)));
        all.put("LookupRequest", LookupTranslation.toWire(new Lookup(NAMESPACE, HASHES)));
        ReplicaStatus memory = new ReplicaStatus(NODE, SESSION, Tier.MEMORY, true, SECOND);
        ReplicaStatus disk = new ReplicaStatus(new NodeId("node-b"), new SessionId(301), Tier.LOCAL_DISK, true, 0);
        LookupReply found = new LookupReply(
                EPOCH,
                true,
                List.of(
                        new BlockTiers(List.of(memory, disk), 1L << 20, false),
                        new BlockTiers(List.of(disk), 1L << 20, true)));
        all.put("LookupResponse", LookupTranslation.toWire(found));
        all.put(
                "LookupAndPrefetchRequest",
                LookupTranslation.toWire(new LookupAndPrefetch(new Prefetch(NAMESPACE, HASHES, "req-1", 2 * SECOND))));
        all.put(
                "LookupAndPrefetchResponse",
                LookupTranslation.toWire(new LookupAndPrefetchReply(found, new PrefetchReply.Disabled(EPOCH))));
    }
}
