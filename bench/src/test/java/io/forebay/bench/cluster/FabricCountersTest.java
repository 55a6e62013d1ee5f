package io.forebay.bench.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.bench.replay.ReplayReport.FabricTotal;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class FabricCountersTest {
    private static final String PAGE = """
            # HELP forebay_fabric_bytes_total Bytes read from peers, by fabric.
            # TYPE forebay_fabric_bytes_total counter
            forebay_fabric_bytes_total{fabric="map"} 0.0
            forebay_fabric_bytes_total{fabric="tcp"} 1.31072E8
            forebay_save_bytes_sealed_total 7.0
            """;

    @Test
    void theCountersAreReadFromThePage() {
        assertEquals(Map.of("map", 0L, "tcp", 131_072_000L), FabricCounters.parse(PAGE));
        assertEquals(Map.of(), FabricCounters.parse(""));
    }

    @Test
    void theBackendThatMovedMostIsNamedAndElseTheOneAskedFor() {
        assertEquals(new FabricTotal("tcp", 5), FabricCounters.total(Map.of("map", 0L, "tcp", 5L), "auto"));
        assertEquals(new FabricTotal("auto", 0), FabricCounters.total(Map.of("map", 0L), "auto"));
    }
}
