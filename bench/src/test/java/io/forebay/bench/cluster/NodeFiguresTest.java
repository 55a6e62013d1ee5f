package io.forebay.bench.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.bench.replay.ReplayReport.FabricTotal;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class NodeFiguresTest {
    private static final String PAGE = """
            # HELP forebay_fabric_bytes_total Bytes read from peers, by fabric.
            # TYPE forebay_fabric_bytes_total counter
            forebay_fabric_bytes_total{fabric="map"} 0.0
            forebay_fabric_bytes_total{fabric="tcp"} 1.31072E8
            forebay_fetch_failovers_total 3.0
            forebay_save_bytes_sealed_total 7.0
            """;

    @Test
    void theCountersAreReadFromThePage() {
        assertEquals(new NodeFigures(Map.of("map", 0L, "tcp", 131_072_000L), 3), NodeFigures.parse(PAGE));
        assertEquals(NodeFigures.NONE, NodeFigures.parse(""));
    }

    @Test
    void theBackendThatMovedMostIsNamedAndElseTheOneAskedFor() {
        assertEquals(new FabricTotal("tcp", 5), new NodeFigures(Map.of("map", 0L, "tcp", 5L), 0).total("auto"));
        assertEquals(new FabricTotal("auto", 0), new NodeFigures(Map.of("map", 0L), 0).total("auto"));
    }

    @Test
    void theFiguresOfTwoNodesAddUp() {
        NodeFigures one = new NodeFigures(Map.of("tcp", 5L), 1);
        NodeFigures other = new NodeFigures(Map.of("tcp", 2L, "map", 4L), 2);
        assertEquals(new NodeFigures(Map.of("tcp", 7L, "map", 4L), 3), one.plus(other));
    }
}
