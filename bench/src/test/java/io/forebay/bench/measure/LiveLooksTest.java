package io.forebay.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.bench.page.MetricsPage;
import io.forebay.core.answer.InvalidInput;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LiveLooksTest {
    private static final List<String> NODES = List.of("a", "b");

    private static LiveSettings settings(Duration time, double gate) {
        return new LiveSettings("m", NODES, time, 1, 10, 1_000, 500, gate);
    }

    private final LiveLooks looks = new LiveLooks(settings(Duration.ofSeconds(2), 0.95));

    private static MetricsPage master(long admitted) {
        return MetricsPage.parse(
                "forebay_promotion_admitted_total{source=\"prefetch\"} " + admitted + "\nforebay_uptime_seconds 9.0\n");
    }

    /// @param memory found in memory so far
    /// @param ssd read from SSD so far
    /// @param used promoted blocks used so far
    private static MetricsPage node(double poolUsed, long memory, long ssd, long ofPeers, long used) {
        return MetricsPage.parse("""
                forebay_pool_used_bytes %s
                forebay_pool_capacity_bytes 1000.0
                forebay_blocks_resident 9.0
                forebay_query_blocks_total{outcome="memory"} %d
                forebay_query_blocks_total{outcome="peer"} %d
                forebay_query_blocks_total{outcome="ssd"} %d
                forebay_query_blocks_total{outcome="miss_no_owner"} %d
                forebay_fetch_blocks_from_ssd_total %d
                forebay_prefetch_blocks_used_total %d
                forebay_queries_total %d
                """.formatted(poolUsed, memory, ofPeers, ssd, memory, ofPeers, used, memory + ssd));
    }

    private void look(long admitted, MetricsPage a, MetricsPage b) {
        looks.look(Optional.of(master(admitted)), Map.of("a", a, "b", b), NODES);
    }

    @Test
    void sharesRateAndGateAreThoseOfTheChangesBetweenLooks() {
        look(0, node(900, 50, 7, 0, 0), node(100, 0, 0, 0, 0));
        look(0, node(900, 60, 17, 5, 0), node(100, 0, 0, 0, 0));
        look(0, node(950, 60, 17, 5, 0), node(100, 10, 0, 0, 0));
        LiveMeasurement measured = looks.result(2);
        assertEquals(2, measured.seconds());
        assertEquals(55, measured.blocks());
        assertEquals(20.0 / 55, measured.dramShare(), 1e-9);
        assertEquals(15.0 / 55, measured.ssdOnlyShare(), 1e-9);
        assertEquals(20.0 / 55, measured.missShare(), 1e-9);
        assertEquals(new Measurement.Rate(7.5, 1, 15, 15, 15), measured.ssdOnly());
        assertEquals(List.of(0.9, 0.95), measured.watermark().series());
        assertEquals(0.25, measured.watermark().shutShare());
        assertEquals(
                new LiveMeasurement.Window(0, 1_000, List.of(0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 0L)),
                measured.window());
        assertEquals(2, measured.promotion().workers());
        assertEquals(1, measured.promotion().inTimeShare());
        assertEquals(23, measured.buffer().blocks(), "15 a second for 1.5 s");
        assertEquals(23 * 105, measured.buffer().bytes(), "of the fullest blocks that were seen");
        assertFalse(measured.go(), "the buffer would be larger than DRAM");
        assertTrue(
                measured.reasons().contains("met: the gate was shut 25.0 % of the time (at most 50 %)"),
                measured::toString);
    }

    @Test
    void theWindowIsSeenWhereThereAreTriggers() {
        look(0, node(1, 0, 0, 0, 0), node(1, 0, 0, 0, 0));
        look(10, node(1, 0, 0, 0, 0), node(1, 0, 0, 0, 0));
        look(10, node(1, 0, 0, 0, 4), node(1, 0, 0, 0, 0));
        look(10, node(1, 0, 0, 0, 4), node(1, 0, 0, 0, 6));
        LiveMeasurement.Window window = looks.result(2).window();
        assertEquals(10, window.seen());
        assertEquals(2_500, window.usedMillis());
        assertEquals(List.of(0L, 4L, 6L), window.histogram().subList(0, 3));
    }

    @Test
    void aNodeThatIsAwayOrNewCountsForNothing() {
        look(0, node(500, 10, 0, 0, 0), node(500, 10, 0, 0, 0));
        looks.look(Optional.empty(), Map.of("a", node(500, 2, 0, 0, 0)), NODES);
        LiveMeasurement measured = looks.result(2);
        assertEquals(2, measured.missedLooks());
        assertEquals(0, measured.blocks());
        assertEquals(0, measured.ssdOnlyShare());
        assertEquals(1, measured.seconds());
    }

    @Test
    void whatCannotBeMeasuredIsRefused() {
        assertThrows(InvalidInput.class, () -> settings(Duration.ofSeconds(1), 0.95));
        assertThrows(InvalidInput.class, () -> settings(Duration.ofDays(2), 0.95));
        assertThrows(InvalidInput.class, () -> settings(Duration.ofSeconds(5), 0));
        assertThrows(InvalidInput.class, () -> settings(Duration.ofSeconds(5), Double.NaN));
    }
}
