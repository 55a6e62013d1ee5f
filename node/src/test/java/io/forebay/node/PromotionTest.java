package io.forebay.node;

import static io.forebay.node.TestCluster.MILLI;
import static io.forebay.node.TestCluster.SECOND;
import static io.forebay.node.TestCluster.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.catalogue.Lookup;
import io.forebay.core.catalogue.LookupReply.BlockTiers;
import io.forebay.core.engine.Query;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.prefetch.PrefetchStatus;
import io.forebay.core.prefetch.Readings;
import io.forebay.core.prefetch.TaskEnd;
import io.forebay.core.tier.Tier;
import io.forebay.memory.ssd.terms.ReadOutcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// From a trigger at the master to a hit in the prefetch buffer, with a real node, its real SSD tier and the real
/// master.
class PromotionTest extends PromotionNode {
    @Test
    void whatIsTriggeredIsInTheBufferWhenItIsAskedFor() {
        assertEquals(all(PrefetchStatus.QUEUED, 8), trigger("q", PROMPT));
        cluster.clock.pass(100 * MILLI);
        assertNothingInFlight();
        assertEquals(8, ended(TaskEnd.COMPLETED));
        assertEquals(8 * BLOCK_BYTES, cluster.gauge(node, "prefetch_buffer_used_bytes"));
        assertEquals(0, cluster.gauge(node, "pool_used_bytes"), "the main pool has nothing of it");
        QueryReply.Ready ready = engine.query("q", PROMPT);
        assertHits(ready, PROMPT, Outcome.BUFFER);
        assertEquals(8, count("prefetch_blocks_used"));
        assertEquals(0, count("prefetch_blocks_late"));
        engine.release(ready);
    }

    @Test
    void aTriggerAgainSaysThatItIsInMemoryAndALookupSaysWhere() {
        trigger("q", PROMPT);
        cluster.clock.pass(100 * MILLI);
        assertEquals(all(PrefetchStatus.IN_MEMORY, 8), trigger("q", PROMPT));
        BlockTiers tiers =
                cluster.master.lookup(new Lookup(namespace(), PROMPT)).blocks().getFirst();
        assertEquals(
                List.of(Tier.MEMORY, Tier.LOCAL_DISK),
                tiers.replicas().stream().map(replica -> replica.tier()).toList());
        assertEquals(BLOCK_BYTES, tiers.sizeBytes());
        assertTrue(tiers.replicas().getFirst().leaseNanos() > 0, "leased by its promotion");
    }

    @Test
    void theFirstUseEndsTheLease() {
        trigger("q", PROMPT);
        cluster.clock.pass(100 * MILLI);
        engine.release(engine.query("q", PROMPT));
        cluster.clock.pass(100 * MILLI);
        cluster.master
                .lookup(new Lookup(namespace(), PROMPT))
                .blocks()
                .forEach(block -> assertEquals(0, block.replicas().getFirst().leaseNanos()));
    }

    @Test
    void aFullBufferMakesRoomOfWhatWasUsedAndNeverOfWhatIsAwaited() throws IOException {
        restart(8); // 4 blocks
        trigger("q1", PROMPT.subList(0, 4));
        cluster.clock.pass(100 * MILLI);
        assertEquals(all(PrefetchStatus.THROTTLED_CAP, 4), trigger("q2", PROMPT.subList(4, 8)));
        cluster.clock.pass(SECOND);
        assertEquals(4, count("promotions_started"), "none is tried in vain");
        assertEquals(0, count("prefetch_blocks_wasted"), "all four are leased");
        assertEquals(4 * BLOCK_BYTES, cluster.gauge(node, "prefetch_buffer_used_bytes"));
        engine.release(engine.query("q1", PROMPT.subList(0, 4)));
        pass(40);
        assertHits(engine.query("q2", PROMPT.subList(4, 8)), PROMPT.subList(4, 8), Outcome.BUFFER);
        assertEquals(0, count("prefetch_blocks_wasted"));
        assertNothingInFlight();
    }

    private void pass(int steps) {
        for (int i = 0; i < steps; i++) {
            cluster.clock.pass(50 * MILLI);
            cluster.master.tick();
        }
    }

    @Test
    void aBufferThatEnginesHoldThrottlesTriggersAndTakesNewBlocksOnceTheyLetGo() throws IOException {
        restart(8); // 4 blocks
        QueryReply.Ready held = held();
        List<BlockHash> others = PROMPT.subList(4, 8);
        for (int poll = 0; poll < 20; poll++) {
            assertEquals(all(PrefetchStatus.THROTTLED_CAP, 4), trigger("q" + poll, others));
            pass(10);
        }
        assertEquals(4, count("promotions_started"), "none is tried in vain");
        engine.release(held);
        pass(30);
        trigger("last", others);
        pass(30);
        assertHits(engine.query("last", others), others, Outcome.BUFFER);
        assertNothingInFlight();
    }

    /// Four blocks in the buffer that an engine holds, as a heartbeat has said.
    private QueryReply.Ready held() {
        trigger("q", PROMPT.subList(0, 4));
        cluster.clock.pass(100 * MILLI);
        QueryReply.Ready ready = engine.query("q", PROMPT.subList(0, 4));
        cluster.clock.pass(2 * SECOND);
        return ready;
    }

    @Test
    void aBlockIsTriedThreeTimesWhereAnOldNodeDoesNotSayThatItsBufferIsHeld() throws IOException {
        restart(8); // 4 blocks
        cluster.master.readings = said -> new Readings(
                said.mainUsedBytes(),
                said.mainBytes(),
                said.bufferUsedBytes(),
                said.bufferBytes(),
                said.canPrefetch(),
                said.blockBytes());
        QueryReply.Ready held = held();
        List<BlockHash> others = PROMPT.subList(4, 8);
        assertEquals(all(PrefetchStatus.QUEUED, 4), trigger("r", others));
        cluster.clock.pass(100 * MILLI);
        assertEquals(all(PrefetchStatus.THROTTLED_CAP, 4), trigger("s", others), "a task has failed");
        pass(400);
        assertEquals(3 * 4, count("promotions_failed"));
        assertNothingInFlight();
        engine.release(held);
        pass(2);
        trigger("last", others);
        pass(2);
        assertHits(engine.query("last", others), others, Outcome.BUFFER);
    }

    @Test
    void whatPeersAndEnginesHoldOfTheBufferIsSaidUntilItIsLetGo() {
        trigger("q", PROMPT);
        cluster.clock.pass(100 * MILLI);
        assertEquals(0, heldOfBuffer());
        QueryReply.Ready first = engine.query("q", PROMPT.subList(0, 3));
        QueryReply.Ready second = engine.query("r", PROMPT.subList(0, 2));
        assertEquals(3 * BLOCK_BYTES, heldOfBuffer());
        assertEquals(0, cluster.gauge(node, "pool_held_bytes"), "and the main pool has none of it");
        engine.release(first);
        assertEquals(2 * BLOCK_BYTES, heldOfBuffer());
        engine.release(second);
        assertEquals(0, heldOfBuffer());
    }

    /// As the next heartbeat says it.
    private long heldOfBuffer() {
        cluster.clock.pass(2 * SECOND);
        return cluster.master.heard.bufferHeldBytes();
    }

    @Test
    void aDamagedRecordIsAFailedTaskAndAMissAndNothingStays() {
        watched.reads = outcome -> new ReadOutcome.Corrupt("as the test wants it");
        trigger("q", PROMPT.subList(0, 1));
        cluster.clock.pass(100 * MILLI);
        assertEquals(1, ended(TaskEnd.FAILED));
        assertNothingInFlight();
        assertEquals(1, count("promotions_failed"));
        assertEquals(0, cluster.gauge(node, "prefetch_buffer_used_bytes"));
    }

    @Test
    void aLostAnswerToAPullLosesNothing() {
        cluster.clock.pass(10 * SECOND); // the pull that waits now is answered, the next one waits
        cluster.master.losesPulls = 1;
        cluster.clock.pass(10 * SECOND);
        trigger("q", PROMPT);
        cluster.clock.pass(SECOND);
        assertEquals(8, ended(TaskEnd.COMPLETED), cluster.master.promotionStats()::toString);
        assertNothingInFlight();
    }

    @Test
    void aGetThatComesTooEarlyReadsTheSsdAndIsCountedLate() {
        disk.hang();
        trigger("q", PROMPT.subList(0, 2));
        cluster.clock.pass(10 * MILLI);
        cluster.clock.plan(50 * MILLI, disk::goOn);
        QueryReply.Ready ready = engine.query("q", PROMPT.subList(0, 2));
        assertHits(ready, PROMPT.subList(0, 2), Outcome.SSD);
        assertEquals(2, count("prefetch_blocks_late"));
        engine.release(ready);
        cluster.clock.pass(SECOND);
        assertNothingInFlight();
    }

    @Test
    void aBufferThatIsThereChangesNoEviction() throws IOException {
        List<Outcome> with = evicting(32);
        assertEquals(evicting(0), with);
        assertTrue(with.contains(Outcome.SSD) && with.contains(Outcome.MEMORY), with::toString);
    }

    /// More saves than the pool has room for, and which of their blocks stay.
    private List<Outcome> evicting(int bufferGranules) throws IOException {
        restart(bufferGranules);
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            engine.save("s" + i, hashes("s" + i, 4));
            cluster.clock.pass(100 * MILLI);
        }
        for (int i = 0; i < 12; i++) {
            QueryReply.Ready ready = engine.query("q" + i, hashes("s" + i, 4));
            outcomes.addAll(ready.outcomes());
            engine.release(ready);
        }
        return outcomes;
    }

    @Test
    void whatLandsWhilePeersAreAskedIsAHit() {
        List<BlockHash> first = PROMPT.subList(0, 1);
        disk.hang();
        trigger("q", first);
        cluster.clock.pass(10 * MILLI);
        cluster.master.hangs = true;
        cluster.clock.plan(500 * MILLI, disk::goOn);
        List<QueryReply> replies = new ArrayList<>();
        node.query(
                new Query(engine.id, engine.registered.poolNonce(), "q", first, 5 * SECOND, 5 * SECOND),
                answer -> replies.add(((Answer.Ok<QueryReply>) answer).value()));
        cluster.clock.pass(4 * SECOND);
        assertHits((QueryReply.Ready) replies.getFirst(), first, Outcome.BUFFER);
    }

    /// Else what landed would not be what was used, wasted or is still unused.
    @Test
    void aBlockThatIsSavedWhileItIsReadHasNotLanded() {
        disk.hang();
        trigger("q", PROMPT);
        cluster.clock.pass(30 * MILLI);
        engine.save("again", PROMPT);
        disk.goOn();
        cluster.clock.pass(SECOND);
        assertEquals(0, count("promotions_landed"));
        assertEquals(3, count("promotions_superseded"), "those that were being read");
        assertEquals(0, cluster.gauge(node, "prefetch_buffer_blocks"));
        assertNothingInFlight();
    }

    /// The first of many and the last of them are not kept waiting for others.
    @Test
    void whatLandsShortlyAfterAnotherIsToldWithMore() {
        disk.takes(MILLI);
        long before = count("ledger_batches");
        trigger("q", PROMPT.subList(0, 1));
        cluster.clock.pass(2 * MILLI);
        assertEquals(1, count("ledger_batches") - before, "one alone");
        assertEquals(1, ended(TaskEnd.COMPLETED));
        cluster.clock.pass(SECOND);
        cluster.master.ledgerNanos = 3 * MILLI / 2; // two land while a reply is on its way
        before = count("ledger_batches");
        trigger("r", PROMPT.subList(1, 8));
        cluster.clock.pass(8 * MILLI);
        assertEquals(8, ended(TaskEnd.COMPLETED));
        assertEquals(2, count("ledger_batches") - before, "the first ones, and all the others");
    }

    @Test
    void whatACancelTakesBackIsNotRead() {
        disk.hang();
        trigger("q", PROMPT);
        cluster.clock.pass(30 * MILLI);
        assertEquals(5, cluster.master.cancel("q"), "all but the three that are being read");
        disk.goOn();
        cluster.clock.pass(SECOND);
        assertEquals(3, count("promotions_landed"));
        assertEquals(5, ended(TaskEnd.CANCELLED));
        assertNothingInFlight();
    }

    @Test
    void aMasterThatStartsOverForgetsTasksAndTheNodeLandsOnlyWhatItWasReading() {
        disk.hang();
        trigger("q", PROMPT);
        cluster.clock.pass(10 * MILLI);
        cluster.master.restart();
        cluster.clock.pass(3 * SECOND);
        disk.goOn();
        cluster.clock.pass(SECOND);
        assertEquals(3, count("promotions_landed"));
        assertNothingInFlight();
        assertEquals(3, cluster.gauge(node, "prefetch_buffer_blocks"));
        assertEquals(PrefetchStatus.IN_MEMORY, trigger("q", PROMPT).getFirst());
    }

    @Test
    void whatHangsOnTheDeviceIsInQuarantineInTheBufferAndTheMainPoolHasNoneOfIt() {
        disk.hang();
        trigger("q", PROMPT.subList(0, 1));
        cluster.clock.pass(6 * SECOND);
        assertEquals(BLOCK_BYTES, cluster.pool("node").buffer().quarantinedBytes());
        assertEquals(0, cluster.gauge(node, "pool_quarantined_bytes"));
        disk.goOn();
        cluster.clock.pass(SECOND);
        assertEquals(0, cluster.pool("node").buffer().usedBytes());
    }

    @Test
    void oneWorkerReadsABlockAndTheNextTwo() throws IOException {
        stop();
        begin(32);
        disk.hang();
        trigger("q", PROMPT);
        cluster.clock.pass(30 * MILLI);
        assertEquals(3, cluster.master.promotionStats().promoting());
        assertEquals(5, cluster.master.promotionStats().claimed(), "more are at hand");
        assertEquals(0, cluster.master.promotionStats().queued());
        disk.goOn();
        cluster.clock.pass(SECOND);
    }

    @Test
    void notEveryBlockCostsAPull() {
        long before = count("promotion_pulls");
        trigger("q", PROMPT);
        cluster.clock.pass(SECOND);
        assertEquals(PROMPT.size(), count("promotions_landed"));
        long pulls = count("promotion_pulls") - before;
        assertTrue(pulls <= 2, () -> pulls + " pulls for " + PROMPT.size() + " blocks");
        assertNothingInFlight();
    }
}
