package io.forebay.bench.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.fetch.Outcome;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class ReplayTotalsTest {
    private static final long MILLI = 1_000_000L;

    private static ReplayReport sample() {
        ReplayTotals totals = new ReplayTotals();
        totals.request();
        List<Outcome> prefill = List.of(Outcome.MEMORY, Outcome.MISS_NO_OWNER, Outcome.NOT_ATTEMPTED);
        totals.query(prefill, 100, 2 * MILLI, 1_000 * MILLI);
        totals.saved(2, 1, 100);
        totals.took(ReplayTotals.Call.SAVE, 3 * MILLI);
        totals.handoff(true);
        totals.handoff(false);
        List<Outcome> decode = List.of(Outcome.PEER, Outcome.PEER, Outcome.MISS_DEADLINE);
        totals.query(decode, 100, 1_251 * MILLI, 1_000 * MILLI);
        totals.decode(decode, false);
        totals.checked(new HitCheck.Checked(200, 1, 0));
        return totals.report(3, new ReplayReport.FabricTotal("tcp", 200), new ReplayReport.Recovery(0, 0, 0, 0));
    }

    @Test
    void theJsonFormIsTheContract() {
        JsonNode tree = new JsonMapper().readTree(sample().toJson());
        assertEquals(1, tree.path("requests").asInt());
        assertEquals(3, tree.path("blocks").asInt());
        assertEquals(2, tree.at("/outcomes/PEER").asInt());
        assertEquals(0, tree.at("/outcomes/MEMORY").asInt(-1));
        assertEquals(200, tree.at("/bytes/written").asInt());
        assertEquals(200, tree.at("/bytes/moved").asInt());
        assertEquals(200, tree.at("/bytes/verified").asInt());
        assertEquals(1, tree.path("corrupt").asInt());
        assertEquals(1, tree.path("lateQueries").asInt());
        assertEquals(1, tree.at("/handoffs/complete").asInt());
        assertEquals(1, tree.at("/handoffs/degraded").asInt());
        assertEquals(
                List.of("query", "save", "handoff", "fetch"),
                List.copyOf(tree.path("latencyMillis").propertyNames()));
        assertEquals(2, tree.at("/latencyMillis/query/p50").asDouble());
        assertEquals(1_251, tree.at("/latencyMillis/fetch/p99").asDouble());
        assertEquals(3, tree.path("processes").asInt());
        assertEquals("tcp", tree.at("/fabric/name").asString());
        assertEquals(200, tree.at("/fabric/bytes").asInt());
    }

    @Test
    void theOutcomesAddUpToTheBlocksOfDecodeQueries() {
        ReplayReport report = sample();
        assertEquals(
                report.blocks(),
                report.outcomes().values().stream().mapToLong(Long::longValue).sum());
    }

    @Test
    void aQueryWithinTheSlackIsNotLate() {
        ReplayTotals totals = new ReplayTotals();
        totals.query(List.of(Outcome.MEMORY), 1, 1_250 * MILLI, 1_000 * MILLI);
        assertEquals(
                0,
                totals.report(1, new ReplayReport.FabricTotal("map", 0), new ReplayReport.Recovery(0, 0, 0, 0))
                        .lateQueries());
    }

    @Test
    void theTableNamesWhatHappenedOnly() {
        String table = sample().toTable();
        assertTrue(table.contains("  PEER                       2 (66.67 %)"), table);
        assertTrue(!table.contains("MISS_CORRUPT"), table);
    }

    @Test
    void percentilesAreExact() {
        Latencies latencies = new Latencies();
        for (int i = 3_000; i >= 1; i--) {
            latencies.record(i * MILLI);
        }
        assertEquals(1_500, latencies.percentileMillis(50));
        assertEquals(2_970, latencies.percentileMillis(99));
        assertEquals(3_000, latencies.percentileMillis(100));
        assertEquals(0, new Latencies().percentileMillis(99));
    }
}
