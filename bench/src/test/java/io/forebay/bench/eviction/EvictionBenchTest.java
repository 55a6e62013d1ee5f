package io.forebay.bench.eviction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.bench.BenchResult;
import io.forebay.core.answer.InvalidInput;
import io.forebay.sim.trace.PolicyReplay;
import io.forebay.sim.trace.SyntheticTrace;
import io.forebay.sim.trace.TierSize;
import io.forebay.sim.trace.TierSizes;
import io.forebay.sim.trace.TraceRequest;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class EvictionBenchTest {
    private static final List<TraceRequest> TRACE = SyntheticTrace.of(11, 3_000);

    private static Map<String, BenchResult> run(SequencedMap<String, List<TraceRequest>> traces) throws Exception {
        return EvictionBench.run(traces, new EvictionSettings("chi", List.of(300, 1_000_000), 3, 7)).stream()
                .collect(Collectors.toMap(
                        BenchResult::name, Function.identity(), (one, other) -> one, LinkedHashMap::new));
    }

    @Test
    void aRowSaysWhichShareOfTheGapIsClosed() throws Exception {
        Map<String, BenchResult> rows = run(new LinkedHashMap<>(Map.of("made-up", TRACE)));
        assertEquals(
                List.of(
                        "lru-300",
                        "lru-1000000",
                        "chi-300",
                        "chi-1000000",
                        "lru-scan-300",
                        "lru-scan-1000000",
                        "chi-scan-300",
                        "chi-scan-1000000",
                        "lru-phases-300",
                        "lru-phases-1000000",
                        "chi-phases-300",
                        "chi-phases-1000000",
                        "chi-time-1000000"),
                List.copyOf(rows.keySet()));
        BenchResult lru = row(rows, "lru-300");
        BenchResult chi = row(rows, "chi-300");
        PolicyReplay replay = PolicyReplay.run(TRACE, TierSizes.dram(TierSize.of("lru", 300), 1));
        assertEquals(replay.prefixHitBlocks(), (long) lru.ours());
        assertEquals(0, lru.ratio());
        assertEquals(lru.limit(), chi.limit());
        assertTrue(chi.ratio() > 0 && chi.ratio() < 1, chi::toString);
        assertEquals((chi.ours() - lru.ours()) / (lru.limit() - lru.ours()), chi.ratio(), 1e-9);
        assertEquals(1, row(rows, "chi-1000000").ratio(), "where all fits there is no gap");
    }

    private static BenchResult row(Map<String, BenchResult> rows, String name) {
        BenchResult row = rows.get(name);
        if (row == null) {
            throw new AssertionError("no row " + name + " in " + rows.keySet());
        }
        return row;
    }

    @Test
    void severalTracesAreToldApart() throws Exception {
        SequencedMap<String, List<TraceRequest>> traces = new LinkedHashMap<>();
        traces.put("a", TRACE.subList(0, 300));
        traces.put("b", TRACE.subList(300, 600));
        Set<String> names = run(traces).keySet();
        assertTrue(names.containsAll(List.of("chi-300@a", "chi-300@b", "chi-time-1000000@b")), names::toString);
    }

    @Test
    void aScanAddsWhatNeverComesAgain() {
        List<TraceRequest> scan = MadeTraces.withScan(TRACE);
        assertEquals(TRACE.size() * 11 / 10, scan.size());
        assertEquals(TRACE.get(9), scan.get(9));
        assertEquals(100, scan.get(10).hashIds().size());
        assertEquals(TRACE.get(10), scan.get(11));
        assertEquals(distinct(TRACE) + 100L * (TRACE.size() / 10), distinct(scan));
    }

    @Test
    void phasesChangeHabits() {
        List<TraceRequest> phases = MadeTraces.withPhases(TRACE);
        int quarter = TRACE.size() / 4;
        assertEquals(TRACE.subList(0, quarter), phases.subList(0, quarter));
        List<TraceRequest> second = phases.subList(quarter, 2 * quarter);
        long blocks = second.stream().mapToLong(each -> each.hashIds().size()).sum();
        long first = second.stream()
                .map(each -> each.hashIds().getFirst())
                .distinct()
                .count();
        assertEquals(first + blocks - quarter, distinct(second), "nothing but first blocks is shared");
        assertEquals(TRACE.get(2 * quarter), phases.get(2 * quarter));
        assertEquals(TRACE.get(2 * quarter), phases.get(2 * quarter + 1));
        assertEquals(TRACE.getLast(), phases.getLast());
        assertEquals(5 * quarter, phases.size());
    }

    private static long distinct(List<TraceRequest> trace) {
        Set<Long> ids = new LinkedHashSet<>();
        trace.forEach(each -> ids.addAll(each.hashIds()));
        return ids.size();
    }

    @Test
    void settingsThatMeasureNothingAreRefused() {
        assertThrows(InvalidInput.class, () -> new EvictionSettings("fifo", List.of(1), 1, 7));
        assertThrows(InvalidInput.class, () -> new EvictionSettings("chi", List.of(), 1, 7));
        assertThrows(InvalidInput.class, () -> new EvictionSettings("chi", List.of(0), 1, 7));
        assertThrows(InvalidInput.class, () -> new EvictionSettings("chi", List.of(1), 0, 7));
    }
}
