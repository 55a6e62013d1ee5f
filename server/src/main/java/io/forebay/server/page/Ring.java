package io.forebay.server.page;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntToDoubleFunction;

/// The latest samples of one process, at most one for each step of a [Window]. A step in which nobody sampled is a
/// gap and stays one. Steps are counted from 1970, so that those of several processes lie side by side.
///
/// Bounded: `steps` × [#MAX_SERIES] numbers of 8 bytes. Safe from any thread.
final class Ring {
    /// Series that are kept; further ones are not.
    static final int MAX_SERIES = 256;

    private final Window window;
    private final long[] stepOfSlot;
    private final Map<String, double[]> series = new LinkedHashMap<>();
    private long last = Long.MIN_VALUE;

    Ring(Window window) {
        this.window = window;
        this.stepOfSlot = new long[window.steps()];
        Arrays.fill(stepOfSlot, Long.MIN_VALUE);
    }

    private int slot(long step) {
        return (int) Math.floorMod(step, (long) window.steps());
    }

    /// A sample of this moment; nothing when its step has one already, or lies behind one that has.
    synchronized void offer(long millis, Map<String, Double> figures) {
        long step = Math.floorDiv(millis, window.stepMillis());
        if (step <= last) {
            return;
        }
        last = step;
        int slot = slot(step);
        stepOfSlot[slot] = step;
        series.values().forEach(numbers -> numbers[slot] = Double.NaN);
        figures.forEach((name, number) -> {
            double[] numbers = series.get(name);
            if (numbers == null && series.size() < MAX_SERIES) {
                numbers = new double[window.steps()];
                Arrays.fill(numbers, Double.NaN);
                series.put(name, numbers);
            }
            if (numbers != null) {
                numbers[slot] = number;
            }
        });
    }

    /// What is kept, as changes of counters and levels of gauges.
    synchronized Track track() {
        if (last == Long.MIN_VALUE) {
            return new Track(window, 0, Map.of(), Map.of());
        }
        Map<String, double[]> levels = new LinkedHashMap<>();
        Map<String, double[]> increases = new LinkedHashMap<>();
        series.forEach((name, numbers) -> {
            if (io.forebay.server.metrics.Figures.isCounter(name)) {
                increases.put(name, lined(index -> increase(numbers, index)));
            } else {
                levels.put(name, lined(index -> level(numbers, index)));
            }
        });
        return new Track(window, last, levels, increases);
    }

    private double[] lined(IntToDoubleFunction number) {
        double[] line = new double[window.steps()];
        Arrays.setAll(line, number);
        return line;
    }

    private long stepAt(int index) {
        return last - window.steps() + 1 + index;
    }

    private double level(double[] numbers, int index) {
        long step = stepAt(index);
        int slot = slot(step);
        return stepOfSlot[slot] == step ? numbers[slot] : Double.NaN;
    }

    /// Since the step before; a counter that fell has begun anew. Not known where either is a gap.
    private double increase(double[] numbers, int index) {
        double now = level(numbers, index);
        double before = index == 0 ? Double.NaN : level(numbers, index - 1);
        return Double.isNaN(before) ? Double.NaN : now < before ? now : now - before;
    }
}
