package io.forebay.bench.replay;

import java.util.Arrays;

/// The durations of one kind of call, every one kept: a replay makes some ten thousand calls, so exact percentiles
/// cost less than a histogram's error. One thread.
public final class Latencies {
    private long[] nanos = new long[1_024];
    private int count;

    /// Takes note of a call that took `durationNanos`.
    public void record(long durationNanos) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, count * 2);
        }
        nanos[count++] = durationNanos;
    }

    public int count() {
        return count;
    }

    /// The smallest duration that at least `percent` % of the calls did not exceed; 0 when there was none.
    public double percentileMillis(double percent) {
        if (count == 0) {
            return 0;
        }
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        int rank = (int) Math.ceil(percent / 100 * count);
        return sorted[Math.max(1, rank) - 1] / 1e6;
    }
}
