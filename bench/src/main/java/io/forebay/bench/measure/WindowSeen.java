package io.forebay.bench.measure;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/// How long blocks wait from their trigger to their get, from two running counts: the first in is taken to be the first
/// out. What goes unused leaves the row, too, and is not counted. One thread.
final class WindowSeen {
    private static final int BUCKETS = 11;

    private final ArrayDeque<long[]> row = new ArrayDeque<>();
    private final long[] histogram = new long[BUCKETS];
    private long seen;

    /// So much happened in a second; seconds never go back.
    ///
    /// @param admitted promotions that triggers began
    /// @param got blocks of these that a get asked for
    /// @param lost blocks of these that no get will ask for
    void second(long second, long admitted, long got, long lost) {
        if (admitted > 0) {
            row.add(new long[] {second, admitted});
        }
        take(second, got, true);
        take(second, lost, false);
    }

    private void take(long second, long blocks, boolean counts) {
        long left = blocks;
        while (left > 0 && !row.isEmpty()) {
            long[] first = row.element();
            long taken = Math.min(left, first[1]);
            if (counts) {
                histogram[(int) Math.min(BUCKETS - 1, second - first[0])] += taken;
                seen += taken;
            }
            left -= taken;
            first[1] -= taken;
            if (first[1] == 0) {
                row.remove();
            }
        }
    }

    long seen() {
        return seen;
    }

    /// The middle of the second in which the median lies; `standard` when nothing was seen.
    double medianMillis(double standard) {
        long below = 0;
        for (int bucket = 0; bucket < BUCKETS && seen > 0; bucket++) {
            below += histogram[bucket];
            if (2 * below >= seen) {
                return 1_000.0 * bucket + 500;
            }
        }
        return standard;
    }

    List<Long> histogram() {
        List<Long> counts = new ArrayList<>();
        for (long count : histogram) {
            counts.add(count);
        }
        return counts;
    }
}
