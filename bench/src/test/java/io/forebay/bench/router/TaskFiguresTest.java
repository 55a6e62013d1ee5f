package io.forebay.bench.router;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.bench.page.MetricsPage;
import org.junit.jupiter.api.Test;

final class TaskFiguresTest {
    private static final String MASTER = """
            forebay_promotion_admitted_total{source="prefetch"} 20.0
            forebay_promotion_admitted_total{source="on_hit"} 1.0
            forebay_promotion_ended_total{end="completed",source="prefetch"} 12.0
            forebay_promotion_ended_total{end="completed",source="on_hit"} 1.0
            forebay_promotion_ended_total{end="failed",source="prefetch"} 1.0
            forebay_promotion_ended_total{end="expired",source="prefetch"} 2.0
            forebay_promotion_ended_total{end="cancelled",source="prefetch"} 1.0
            forebay_promotion_ended_total{end="superseded",source="prefetch"} 3.0
            forebay_promotion_tasks{state="queued"} 1.0
            """;
    private static final String NODES = """
            forebay_promotions_landed_total 13.0
            forebay_prefetch_blocks_used_total 9.0
            forebay_prefetch_blocks_wasted_total 2.0
            forebay_prefetch_blocks_late_total 4.0
            forebay_prefetch_buffer_capacity_bytes 4096.0
            forebay_prefetch_buffer_blocks 2.0
            forebay_ssd_blocks_read_total 31.0
            """;

    private static TaskFigures figures(String master, String nodes) {
        return TaskFigures.of(MetricsPage.parse(master), MetricsPage.parse(nodes));
    }

    @Test
    void theSumsOfMasterAndNodesHold() {
        assertEquals(new TaskFigures(21, 13, 1, 2, 1, 3, 1, 13, 9, 2, 2, 4, 31, true), figures(MASTER, NODES));
    }

    @Test
    void aSumThatDoesNotHoldIsSaid() {
        assertFalse(figures(
                        MASTER.replace("admitted_total{source=\"on_hit\"} 1", "admitted_total{source=\"on_hit\"} 2"),
                        NODES)
                .sumsHold());
        assertFalse(figures(MASTER, NODES.replace("buffer_blocks 2", "buffer_blocks 1"))
                .sumsHold());
        assertFalse(
                figures(MASTER, NODES.replace("used_total 9", "used_total 12")).sumsHold());
        String unbuffered = NODES.replace("capacity_bytes 4096", "capacity_bytes 0");
        assertTrue(figures(MASTER, unbuffered.replace("used_total 9", "used_total 12"))
                .sumsHold());
    }
}
