package io.forebay.node;

import static io.forebay.node.TestCluster.MILLI;
import static io.forebay.node.TestCluster.SECOND;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.core.engine.QueryReply;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.prefetch.PrefetchTerms;
import io.forebay.core.prefetch.PromotionSource;
import io.forebay.core.prefetch.TaskEnd;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Gets that meet their blocks on SSD bring them to the main pool, where the master says so.
class PromotionOnHitTest extends PromotionNode {
    private void masterWith(PrefetchTerms terms) {
        cluster.master.terms = terms;
        cluster.master.restart();
        cluster.clock.pass(3 * SECOND);
    }

    private void query(String request, Outcome outcome) {
        QueryReply.Ready ready = engine.query(request, PROMPT);
        assertHits(ready, PROMPT, outcome);
        engine.release(ready);
        cluster.clock.pass(SECOND);
    }

    private long onHit(TaskEnd end) {
        Map<TaskEnd, Long> ends = cluster.master.promotionStats().ended().get(PromotionSource.ON_HIT);
        return Objects.requireNonNull(ends, "every source is counted").getOrDefault(end, 0L);
    }

    @Test
    void theSecondGetBringsItsBlocksForTheThird() {
        masterWith(PrefetchTerms.defaults().withOnHit(true, 2));
        query("q1", Outcome.SSD);
        query("q2", Outcome.SSD);
        query("q3", Outcome.MEMORY);
        assertEquals(8, onHit(TaskEnd.COMPLETED));
        assertNothingInFlight();
        assertEquals(8 * BLOCK_BYTES, cluster.gauge(node, "pool_used_bytes"));
        assertEquals(0, cluster.gauge(node, "prefetch_buffer_used_bytes"));
        assertEquals(0, count("prefetch_blocks_late") + count("prefetch_blocks_used"), "nobody prefetched");
    }

    @Test
    void whatTheGetHasReadIsKeptAndNotReadAgain() {
        masterWith(PrefetchTerms.defaults().withOnHit(true, 1));
        QueryReply.Ready ready = engine.query("q1", PROMPT);
        int reads = watched.readCount;
        cluster.clock.pass(100 * MILLI);
        assertEquals(8, onHit(TaskEnd.COMPLETED));
        assertEquals(reads, watched.readCount);
        assertHits(ready, PROMPT, Outcome.SSD);
        engine.release(ready);
        query("q2", Outcome.MEMORY);
        assertEquals(8 * BLOCK_BYTES, cluster.gauge(node, "pool_used_bytes"));
    }

    @Test
    void byDefaultGetsBringNothingAndAreToldOnce() {
        masterWith(PrefetchTerms.defaults());
        query("q1", Outcome.SSD);
        long told = cluster.master.reports;
        for (int i = 2; i < 6; i++) {
            query("q" + i, Outcome.SSD);
        }
        assertEquals(told, cluster.master.reports, "the master does not want to know");
        assertEquals(0, count("promotions_started"));
    }
}
