package io.forebay.core.catalogue;

import static io.forebay.core.catalogue.PrefetchFixture.SECOND;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.TestKeys;
import io.forebay.core.prefetch.PromotionSource;
import io.forebay.core.prefetch.TaskAttempt;
import io.forebay.core.prefetch.TaskEnd;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// From a trigger to the block in memory, by way of its node; pins, leases, cancels and lookups on the way.
class PromotedBlocksTest {
    private final PrefetchFixture master = new PrefetchFixture();

    private TaskAttempt claimed(String node) {
        return master.pull(node).tasks().getFirst().attempt();
    }

    private Map<TaskEnd, Long> ends() {
        return master.stats().ended().getOrDefault(PromotionSource.PREFETCH, Map.of());
    }

    @Test
    void aSuccessRegistersTheBlockEndsTheTaskAndLeasesInOneStep() {
        master.node("a", 0, 4);
        master.trigger("r", 0, 1);
        TaskAttempt word = claimed("a");
        master.now = 4 * SECOND;
        assertEquals(new LedgerReply.Applied(2), master.promoted("a", word, TestKeys.key(0)));
        assertEquals(Map.of(TaskEnd.COMPLETED, 1L), ends());
        assertEquals(Tier.MEMORY, master.replicas(0).getFirst().tier());
        assertEquals(10 * SECOND, master.leaseNanos(0));
    }

    @Test
    void aLeaseOutlastsTheQueue() {
        master.node("a", 0, 4);
        master.step(new Prefetch(TestKeys.NAMESPACE, TestKeys.hashes(0, 1), "r", 60 * SECOND));
        TaskAttempt word = claimed("a");
        master.promoted("a", word, TestKeys.key(0));
        assertEquals(70 * SECOND, master.leaseNanos(0));
    }

    @Test
    void aBlockThatComesTooLateHasNoLease() {
        master.node("a", 0, 4);
        master.trigger("r", 0, 1);
        TaskAttempt word = claimed("a");
        master.start("a", word);
        master.now = 11 * SECOND;
        master.tick();
        master.promoted("a", word, TestKeys.key(0));
        assertEquals(Map.of(TaskEnd.COMPLETED, 1L), ends());
        assertEquals(0, master.catalogue.stats(master.now).leases());
    }

    @Test
    void theFirstUseOfAPromotedBlockEndsItsLease() {
        master.node("a", 0, 4);
        master.trigger("r", 0, 1);
        master.promoted("a", claimed("a"), TestKeys.key(0));
        assertTrue(master.leaseNanos(0) > 0);
        master.consumed("a", TestKeys.key(0));
        assertEquals(0, master.leaseNanos(0));
        assertEquals(new LedgerReply.Applied(4), master.batch("a", Tier.MEMORY, TestKeys.keys(0, 1), List.of()));
    }

    @Test
    void aSuccessOfAnEarlierAttemptIsABlockInMemoryByAnotherWay() {
        master.node("a", 0, 4);
        master.trigger("r", 0, 1);
        TaskAttempt word = claimed("a");
        master.pull("a");
        master.promoted("a", word, TestKeys.key(0));
        assertEquals(Map.of(TaskEnd.SUPERSEDED, 1L), ends());
        assertEquals(0, master.leaseNanos(0));
    }

    @Test
    void whatAnotherNodeRegistersSupersedesAQueuedTask() {
        master.node("a", 0, 4);
        master.node("b", 8, 9);
        master.trigger("r", 0, 2);
        master.start("a", claimed("a"));
        master.batch("b", Tier.MEMORY, List.of(), TestKeys.keys(0, 2));
        assertEquals(Map.of(TaskEnd.SUPERSEDED, 1L), ends());
        assertEquals(1, master.stats().promoting());
    }

    @Test
    void aSuccessNamesABlockOfItsOwnBatchOrCountsNothing() {
        master.node("a", 0, 4);
        master.trigger("r", 0, 1);
        TaskAttempt word = claimed("a");
        NodeId node = new NodeId("a");
        List<Promoted> promoted = List.of(new Promoted(word, TestKeys.key(0)));
        master.step(new LedgerBatch(
                node,
                master.session("a"),
                Tier.MEMORY,
                2,
                0,
                false,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                promoted,
                List.of()));
        assertEquals(1, master.stats().claimed());
    }

    @Test
    void anSsdRecordIsPinnedWhileItsTaskLives() {
        master.node("a", 0, 4);
        master.trigger("r", 0, 1);
        assertEquals(
                new LedgerReply.Applied(2, List.of(new RouterLease(TestKeys.key(0), SECOND))),
                master.batch("a", Tier.LOCAL_DISK, TestKeys.keys(0, 2), List.of()));
        assertEquals(1, master.stats().queued());
        master.cancel("r");
        assertEquals(new LedgerReply.Applied(3), master.batch("a", Tier.LOCAL_DISK, TestKeys.keys(0, 1), List.of()));
    }

    @Test
    void aQueuedTaskNeverBlocksADrop() {
        master.node("a", 0, 4);
        master.trigger("r", 0, 2);
        assertEquals(new LedgerReply.Applied(2), master.gone("a", Tier.LOCAL_DISK, TestKeys.keys(0, 1)));
        assertEquals(Map.of(TaskEnd.CANCELLED, 1L), ends());
        master.gone("a", Tier.MEMORY, TestKeys.keys(1, 2));
        assertEquals(1, master.stats().queued(), "what goes from memory is nothing to a task");
    }

    @Test
    void aPinNeverRefusesARetirementFromMemory() {
        master.node("a", 0, 4);
        master.trigger("r", 0, 1);
        master.start("a", claimed("a"));
        master.batch("a", Tier.MEMORY, List.of(), TestKeys.keys(0, 1));
        assertEquals(new LedgerReply.Applied(3), master.batch("a", Tier.MEMORY, TestKeys.keys(0, 1), List.of()));
        assertEquals(1, master.stats().promoting());
    }

    @Test
    void oneRoutersCancelLeavesAnothersInterest() {
        master.node("a", 0, 4);
        master.trigger("r", 0, 2);
        master.trigger("s", 0, 1);
        assertEquals(new CancelReply(7, 1, 1), master.cancel("r"));
        assertEquals(1, master.stats().queued());
        assertEquals(new CancelReply(7, 1, 0), master.cancel("s"));
        assertEquals(new CancelReply(7, 0, 0), master.cancel("s"));
        assertEquals(Map.of(TaskEnd.CANCELLED, 2L), ends());
    }

    @Test
    void aThousandLookupsChangeNothing() {
        master.node("a", 0, 4);
        master.batch("a", Tier.MEMORY, List.of(), TestKeys.keys(1, 2));
        master.trigger("r", 0, 2);
        Lookup lookup = new Lookup(TestKeys.NAMESPACE, TestKeys.hashes(0, 3));
        Decision first = master.decide(lookup);
        SessionId session = master.session("a");
        ReplicaStatus memory = new ReplicaStatus(new NodeId("a"), session, Tier.MEMORY, true, 11 * SECOND);
        ReplicaStatus disk = new ReplicaStatus(new NodeId("a"), session, Tier.LOCAL_DISK, true, 0);
        List<LookupReply.BlockTiers> blocks = List.of(
                new LookupReply.BlockTiers(List.of(disk), 10, true),
                new LookupReply.BlockTiers(List.of(memory, disk), 10, false),
                new LookupReply.BlockTiers(List.of(disk), 10, false));
        assertEquals(new Decision(new LookupReply(7, false, blocks), List.of()), first);
        for (int i = 0; i < 1_000; i++) {
            assertEquals(first, master.decide(lookup));
        }
    }

    @Test
    void whatIsNowhereHasNoSize() {
        master.node("a", 0, 4);
        assertEquals(
                new LookupReply(7, false, List.of(new LookupReply.BlockTiers(List.of(), 0, false))),
                master.step(new Lookup(TestKeys.NAMESPACE, TestKeys.hashes(9, 10))));
    }

    @Test
    void aCandidateThatIsTakenBackCountsAsEnded() {
        master.node("a", 0, 4);
        master.says("a", PrefetchFixture.room(1_000, 1_000, 1_000));
        master.trigger("r", 0, 2);
        master.trigger("s", 0, 1);
        assertEquals(new CancelReply(7, 1, 1), master.cancel("r"));
    }
}
