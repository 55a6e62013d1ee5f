package io.forebay.node;

import static io.forebay.node.TestCluster.MILLI;
import static io.forebay.node.TestCluster.SECOND;
import static io.forebay.node.TestCluster.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.catalogue.Lookup;
import io.forebay.core.catalogue.LookupReply.BlockTiers;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.prefetch.PrefetchStatus;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Blocks that somebody drops, with a real node, its real SSD tier and the real master.
class DropTest extends PromotionNode {
    private static final List<BlockHash> TWO = PROMPT.subList(0, 2);

    private List<Dropped> drop(List<BlockHash> hashes) {
        List<Dropped> dropped = cluster.ok(then -> node.drop(hashes, then));
        cluster.clock.pass(100 * MILLI);
        return dropped;
    }

    private static List<Dropped> each(List<BlockHash> hashes, int inMemory, int stillRead, int onSsd) {
        return hashes.stream()
                .map(hash -> new Dropped(hash, inMemory, stillRead, onSsd))
                .toList();
    }

    private void assertNowhere(List<BlockHash> hashes) {
        QueryReply.Ready ready = engine.query("gone" + hashes, hashes);
        assertFalse(ready.outcomes().getFirst().isHit(), () -> ready.outcomes().toString());
        for (BlockTiers tiers :
                cluster.master.lookup(new Lookup(namespace(), hashes)).blocks()) {
            assertEquals(List.of(), tiers.replicas());
        }
    }

    private void assertRestIsThere() {
        List<BlockHash> rest = PROMPT.subList(2, 8);
        QueryReply.Ready ready = engine.query("rest", rest);
        assertTrue(
                ready.outcomes().stream().allMatch(Outcome::isHit),
                () -> ready.outcomes().toString());
        engine.release(ready);
    }

    @Test
    void whatIsOnSsdIsGoneAlsoBehindARestart() throws IOException {
        assertEquals(each(TWO, 0, 0, 1), drop(TWO));
        assertNowhere(TWO);
        assertRestIsThere();
        assertEquals(2, count("blocks_dropped"));
        restart(32);
        assertNowhere(TWO);
        assertRestIsThere();
    }

    @Test
    void whatIsInMemoryAndOnSsdIsGoneFromBoth() {
        List<BlockHash> fresh = hashes("fresh", 2);
        engine.save("f", fresh);
        cluster.clock.pass(SECOND);
        long used = cluster.gauge(node, "pool_used_bytes");
        assertEquals(each(fresh, 1, 0, 1), drop(fresh));
        assertNowhere(fresh);
        assertEquals(used - 2 * BLOCK_BYTES, cluster.gauge(node, "pool_used_bytes"));
        assertEquals(0, count("evictions"), "dropping is no eviction");
        assertEquals(each(fresh, 0, 0, 0), drop(fresh), "a second time there is nothing");
    }

    @Test
    void whoReadsABlockKeepsItAndFindsItNoMore() {
        List<BlockHash> fresh = hashes("fresh", 2);
        engine.save("f", fresh);
        cluster.clock.pass(SECOND);
        QueryReply.Ready held = engine.query("q", fresh);
        long used = cluster.gauge(node, "pool_used_bytes");
        assertEquals(each(fresh, 1, 1, 1), drop(fresh));
        assertHits(held, fresh, Outcome.MEMORY);
        assertEquals(used, cluster.gauge(node, "pool_used_bytes"));
        assertNowhere(fresh);
        engine.release(held);
        cluster.clock.pass(100 * MILLI);
        assertEquals(used - 2 * BLOCK_BYTES, cluster.gauge(node, "pool_used_bytes"));
    }

    @Test
    void aBlockThatPassesIsFoundNoMore() {
        QueryReply.Ready held = engine.query("q", TWO);
        assertHits(held, TWO, Outcome.SSD);
        drop(TWO);
        assertNowhere(TWO);
        assertHits(held, TWO, Outcome.SSD);
        engine.release(held);
    }

    @Test
    void aDroppedBlockIsSavedAnew() {
        drop(TWO);
        engine.save("again", TWO);
        cluster.clock.pass(SECOND);
        QueryReply.Ready ready = engine.query("q", TWO);
        assertHits(ready, TWO, Outcome.MEMORY);
        engine.release(ready);
    }

    @Test
    void aQueuedTaskNeverBlocksADrop() {
        disk.hang();
        assertEquals(all(PrefetchStatus.QUEUED, 8), trigger("q", PROMPT));
        cluster.clock.pass(10 * MILLI); // some are being read, the others wait
        List<Answer<List<Dropped>>> answers = new ArrayList<>();
        node.drop(PROMPT, answers::add);
        cluster.clock.pass(10 * MILLI);
        disk.goOn();
        cluster.clock.pass(SECOND);
        assertEquals(List.of(Answer.ok(each(PROMPT, 0, 0, 1))), answers);
        assertNothingInFlight();
        assertNowhere(PROMPT);
        assertEquals(0, cluster.gauge(node, "prefetch_buffer_used_bytes"));
        assertEquals(0, count("promotions_landed"));
    }

    @Test
    void whatWasPromotedAndIsLeasedIsDropped() {
        trigger("q", TWO);
        cluster.clock.pass(100 * MILLI);
        assertEquals(each(TWO, 1, 0, 1), drop(TWO));
        assertEquals(0, cluster.gauge(node, "prefetch_buffer_used_bytes"));
        assertNowhere(TWO);
        assertNothingInFlight();
    }

    @Test
    void aDeviceThatHangsIsAFailureInTimeAndTheBlockIsFoundNoMore() {
        disk.hang();
        List<Answer<List<Dropped>>> answers = new ArrayList<>();
        node.drop(TWO, answers::add);
        cluster.clock.pass(Drops.SAFE_NANOS - SECOND);
        assertEquals(List.of(), answers);
        cluster.clock.pass(2 * SECOND);
        assertTrue(answers.getFirst().problem().contains("the device did not answer in time"), answers::toString);
        disk.goOn();
        cluster.clock.pass(SECOND);
        assertEquals(1, answers.size(), "told once");
        assertNowhere(TWO);
    }

    @Test
    void tooManyOrNoneAreRefused() {
        for (List<BlockHash> wrong :
                List.<List<BlockHash>>of(List.of(), Collections.nCopies(Drops.MAX_HASHES + 1, PROMPT.getFirst()))) {
            List<Answer<List<Dropped>>> answers = new ArrayList<>();
            node.drop(wrong, answers::add);
            cluster.clock.pass(MILLI);
            assertTrue(answers.getFirst() instanceof Answer.Refused, answers::toString);
            assertTrue(answers.getFirst().problem().contains("from 1 to 256"), answers::toString);
        }
    }
}
