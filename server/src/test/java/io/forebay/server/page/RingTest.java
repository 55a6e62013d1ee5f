package io.forebay.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RingTest {
    private static final String COUNTER = "forebay_queries_total";
    private static final String GAUGE = "forebay_fetches";
    private static final long START = 1_000_000_000L;

    private final Ring ring = new Ring(Window.FIVE_MINUTES);

    private static Map<String, Double> figures(double counter, double gauge) {
        return Map.of(COUNTER, counter, GAUGE, gauge);
    }

    private static double[] tail(double[] line, int steps) {
        return Arrays.copyOfRange(line, line.length - steps, line.length);
    }

    private static double[] of(Map<String, double[]> lines, String name) {
        return lines.getOrDefault(name, new double[0]);
    }

    @Test
    void aCounterIsToldByItsIncreasesAndAGaugeByItsLevels() {
        ring.offer(START, figures(10, 1));
        ring.offer(START + 1_000, figures(12, 5));
        ring.offer(START + 2_000, figures(12, 3));
        Track track = ring.track();
        assertEquals(List.of(Double.NaN, 2.0, 0.0), list(tail(of(track.increases(), COUNTER), 3)));
        assertEquals(List.of(1.0, 5.0, 3.0), list(tail(of(track.levels(), GAUGE), 3)));
        assertEquals((START + 2_000) / 1_000, track.lastStep());
    }

    @Test
    void aStepWithoutASampleIsAGapAndNotAZero() {
        ring.offer(START, figures(10, 1));
        ring.offer(START + 2_000, figures(14, 2));
        ring.offer(START + 3_000, figures(15, 2));
        Track track = ring.track();
        assertEquals(List.of(1.0, Double.NaN, 2.0, 2.0), list(tail(of(track.levels(), GAUGE), 4)));
        assertEquals(List.of(Double.NaN, Double.NaN, Double.NaN, 1.0), list(tail(of(track.increases(), COUNTER), 4)));
    }

    @Test
    void aSecondSampleOfAStepAndOneOfThePastChangeNothing() {
        ring.offer(START + 1_000, figures(10, 1));
        ring.offer(START + 1_999, figures(20, 2));
        ring.offer(START, figures(30, 3));
        assertEquals(List.of(Double.NaN, 1.0), list(tail(of(ring.track().levels(), GAUGE), 2)));
    }

    @Test
    void aCounterThatFellHasBegunAnew() {
        ring.offer(START, figures(100, 1));
        ring.offer(START + 1_000, figures(3, 1));
        assertEquals(List.of(3.0), list(tail(of(ring.track().increases(), COUNTER), 1)));
    }

    @Test
    void whatIsOlderThanTheWindowIsForgotten() {
        ring.offer(START, figures(0, 1));
        for (int step = 1; step <= 700; step++) {
            ring.offer(START + step * 1_000L, figures(step, step));
        }
        double[] levels = of(ring.track().levels(), GAUGE);
        assertEquals(300, levels.length);
        assertEquals(401, levels[0]);
        assertEquals(700, levels[299]);
    }

    @Test
    void seriesHaveABound() {
        Map<String, Double> many = new HashMap<>();
        for (int i = 0; i < 2 * Ring.MAX_SERIES; i++) {
            many.put("forebay_x{n=\"" + i + "\"}", 1.0);
        }
        ring.offer(START, many);
        assertEquals(Ring.MAX_SERIES, ring.track().levels().size());
    }

    @Test
    void whatIsNotKnownIsNullAndACounterThatStoodStillIsLeftOut() {
        ring.offer(START, figures(10, 1));
        ring.offer(START + 1_000, figures(10, 1.5));
        Map<String, Object> tree = ring.track().tree();
        assertTrue(tree.get("levels") instanceof Map<?, ?> levels
                && levels.get(GAUGE) instanceof List<?> line
                && line.getFirst() == null
                && line.get(298).equals(1L)
                && line.getLast().equals(1.5));
        assertFalse(tree.get("increases") instanceof Map<?, ?> increases && increases.containsKey(COUNTER));
        assertNull(Track.number(Double.NaN));
    }

    private static List<Double> list(double[] numbers) {
        return Arrays.stream(numbers).boxed().toList();
    }
}
