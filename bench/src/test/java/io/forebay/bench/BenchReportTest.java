package io.forebay.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class BenchReportTest {
    private static final BenchReport REPORT = new BenchReport(
            "a machine", "forebay bench peer", List.of(new BenchResult("map", "GB/s", 9, 10, 0.9, 0.05)));

    @Test
    void theJsonFormIsTheContract() {
        JsonNode tree = new JsonMapper().readTree(REPORT.toJson());
        assertEquals(List.of("machine", "command", "results"), List.copyOf(tree.propertyNames()));
        JsonNode row = tree.path("results").path(0);
        assertEquals(List.of("name", "unit", "ours", "limit", "ratio", "spread"), List.copyOf(row.propertyNames()));
        assertEquals(0.9, row.path("ratio").asDouble());
    }

    @Test
    void theTableHasALineForEachResult() {
        assertTrue(REPORT.toTable().contains("map                             9.000       10.000"), REPORT.toTable());
    }

    @Test
    void theMachineIsNamedWithItsJdk() {
        assertTrue(Machine.describe().contains("JDK 25"), Machine::describe);
    }
}
