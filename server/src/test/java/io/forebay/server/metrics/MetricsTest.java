package io.forebay.server.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class MetricsTest {
    private enum Kind {
        HIT,
        MISS_CORRUPT
    }

    @Test
    void everyScrapeReadsANewSnapshot() {
        AtomicLong evictions = new AtomicLong(3);
        Metrics metrics = new Metrics();
        metrics.from(evictions::get)
                .counter("evictions", "Blocks evicted.", Long::doubleValue)
                .gauge("free_bytes", "Bytes free.", number -> 2.0 * number);
        assertHas(metrics, "forebay_evictions_total 3.0");
        evictions.set(4);
        assertHas(metrics, "forebay_evictions_total 4.0");
        assertHas(metrics, "forebay_free_bytes 8.0");
        assertHas(metrics, "# TYPE forebay_evictions_total counter");
    }

    @Test
    void aScrapeTakesOneSnapshotOfEachSource() {
        AtomicLong asked = new AtomicLong();
        Metrics metrics = new Metrics();
        metrics.from(asked::incrementAndGet)
                .gauge("first", "The first.", Long::doubleValue)
                .gauge("second", "The second.", Long::doubleValue);
        String text = metrics.text();
        assertTrue(text.contains("forebay_first 1.0") && text.contains("forebay_second 1.0"), text);
        assertHas(metrics, "forebay_second 2.0");
    }

    @Test
    void aLabelTakesAnEnumInLowerCase() {
        Map<Kind, Long> outcomes = new EnumMap<>(Map.of(Kind.HIT, 5L, Kind.MISS_CORRUPT, 0L));
        Metrics metrics = new Metrics();
        metrics.from(() -> outcomes)
                .counters("query_blocks", "Blocks by outcome.", "outcome", each -> each)
                .gauges("kinds", "Kinds.", "kind", each -> each);
        assertHas(metrics, "forebay_query_blocks_total{outcome=\"hit\"} 5.0");
        assertHas(metrics, "forebay_query_blocks_total{outcome=\"miss_corrupt\"} 0.0");
        assertHas(metrics, "forebay_kinds{kind=\"hit\"} 5.0");
    }

    @Test
    void everyMetricDescribesItself() {
        Metrics metrics = new Metrics();
        ProcessMetrics.addTo(metrics);
        assertTrue(metrics.descriptions().stream()
                .allMatch(each ->
                        each.name().startsWith("forebay_") && each.help().endsWith(".")));
        assertEquals(
                "forebay_jvm_heap_used_bytes", metrics.descriptions().getFirst().name());
        assertHas(metrics, "forebay_uptime_seconds ");
    }

    private static void assertHas(Metrics metrics, String line) {
        assertTrue(metrics.text().contains(line), () -> line + " expected in\n" + metrics.text());
    }
}
