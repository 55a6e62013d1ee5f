package io.forebay.bench.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.bench.page.MetricsPage;
import io.forebay.bench.replay.ReplayReport.FabricTotal;
import io.forebay.bench.replay.ReplayReport.Recovery;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class NodeFiguresTest {
    private static final String PAGE = """
            # HELP forebay_fabric_bytes_total Bytes read from peers, by fabric.
            # TYPE forebay_fabric_bytes_total counter
            forebay_fabric_bytes_total{fabric="map"} 0.0
            forebay_fabric_bytes_total{fabric="tcp"} 1.31072E8
            forebay_fetch_failovers_total 3.0
            forebay_fetch_suppressed_pairs 4.0
            forebay_ledger_backfilled_blocks_total 1000.0
            forebay_unilateral_frees_away_total 2.0
            forebay_unilateral_frees_late_total 5.0
            forebay_save_bytes_sealed_total 7.0
            """;

    @Test
    void theCountersAreReadFromThePage() {
        assertEquals(
                new NodeFigures(Map.of("map", 0L, "tcp", 131_072_000L), new Recovery(3, 4, 1_000, 7)),
                NodeFigures.of(MetricsPage.parse(PAGE)));
        assertEquals(NodeFigures.NONE, NodeFigures.of(MetricsPage.parse("")));
    }

    @Test
    void theBackendThatMovedMostIsNamedAndElseTheOneAskedFor() {
        assertEquals(
                new FabricTotal("tcp", 5),
                new NodeFigures(Map.of("map", 0L, "tcp", 5L), new Recovery(0, 0, 0, 0)).total("auto"));
        assertEquals(
                new FabricTotal("auto", 0), new NodeFigures(Map.of("map", 0L), new Recovery(0, 0, 0, 0)).total("auto"));
    }

    @Test
    void theFiguresOfTwoNodesAddUp() {
        NodeFigures one = new NodeFigures(Map.of("tcp", 5L), new Recovery(1, 0, 0, 0));
        NodeFigures other = new NodeFigures(Map.of("tcp", 2L, "map", 4L), new Recovery(2, 0, 0, 0));
        assertEquals(new NodeFigures(Map.of("tcp", 7L, "map", 4L), new Recovery(3, 0, 0, 0)), one.plus(other));
    }
}
