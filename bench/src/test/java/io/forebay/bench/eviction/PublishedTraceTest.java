package io.forebay.bench.eviction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.forebay.bench.BenchResult;
import io.forebay.bench.measure.MeasureSettings;
import io.forebay.bench.measure.Measurement;
import io.forebay.bench.measure.TraceMeasure;
import io.forebay.sim.trace.TierSize;
import io.forebay.sim.trace.TierSizes;
import io.forebay.sim.trace.Tiering;
import io.forebay.sim.trace.TraceReader;
import io.forebay.sim.trace.TraceRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// What is promised on the published conversations, where they are: `-Dforebay.traces=DIR`.
final class PublishedTraceTest {
    @TestFactory
    Stream<DynamicTest> theConversationsGiveWhatIsPromised() throws IOException {
        String directory = System.getProperty("forebay.traces");
        if (directory == null) {
            return Stream.empty();
        }
        List<TraceRequest> trace = TraceReader.read(Path.of(directory, "conversation_trace.jsonl"), Integer.MAX_VALUE);
        return Stream.of(
                dynamicTest("eviction", () -> closesTheGap(trace)), dynamicTest("measure", () -> measures(trace)));
    }

    private static void closesTheGap(List<TraceRequest> trace) throws Exception {
        EvictionSettings settings = new EvictionSettings("chi", EvictionSettings.CAPACITIES, 5, 7);
        List<BenchResult> rows = EvictionBench.run(new LinkedHashMap<>(Map.of("conversations", trace)), settings);
        double sum = 0;
        for (BenchResult row : rows) {
            if (row.name().matches("chi-\\d+")) {
                assertTrue(row.ratio() >= 0.14, row::toString);
                assertTrue(!row.name().equals("chi-10000") || row.ours() >= 68_000, row::toString);
                sum += row.ratio();
            } else if (row.name().matches("chi-(scan|phases)-\\d+")) {
                assertTrue(row.ratio() >= -0.02, row::toString);
            }
        }
        assertTrue(sum / EvictionSettings.CAPACITIES.size() >= 0.21, "mean " + sum / 6);
    }

    private static void measures(List<TraceRequest> trace) {
        TierSizes sizes =
                new TierSizes(TierSize.of("lru", 10_000), Tiering.EXCLUSIVE, TierSize.of("lru", TierSize.UNLIMITED), 1);
        Measurement measured = TraceMeasure.of(trace, new MeasureSettings(sizes, 0, 1, 5, 1_000, 1_000, 0.9, 0.95));
        assertEquals(0.155, measured.ssdOnlyShare(), 0.0005);
        assertEquals(12.7, measured.ssdOnly().mean(), 0.05);
        assertEquals(240, measured.ssdOnly().p99Active());
    }
}
