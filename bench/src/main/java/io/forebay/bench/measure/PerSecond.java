package io.forebay.bench.measure;

import java.util.Arrays;

/// Blocks in each second of a trace.
final class PerSecond {
    private long[] counts = new long[64];
    private int seconds;

    void add(long millis, long blocks) {
        int second = Math.toIntExact(millis / 1_000);
        if (second >= counts.length) {
            counts = Arrays.copyOf(counts, Math.max(second + 1, 2 * counts.length));
        }
        seconds = Math.max(seconds, second + 1);
        counts[second] += blocks;
    }

    /// Seconds from the trace's start to its last request.
    int seconds() {
        return seconds;
    }

    /// Seconds in which there were more than so many.
    int above(double blocks) {
        return (int) Arrays.stream(counts).filter(each -> each > blocks).count();
    }

    double mean() {
        return (double) Arrays.stream(counts).sum() / seconds;
    }

    long max() {
        return Arrays.stream(counts).max().orElse(0);
    }

    /// The least number that this share of the seconds with any do not exceed; 0 if there are none.
    long activeQuantile(double share) {
        long[] active = Arrays.stream(counts).filter(each -> each > 0).sorted().toArray();
        return active.length == 0 ? 0 : active[Math.max(0, (int) Math.ceil(share * active.length) - 1)];
    }
}
