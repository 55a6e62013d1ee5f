package io.forebay.bench.measure;

import io.forebay.bench.measure.Measurement.Buffer;
import io.forebay.bench.measure.Measurement.Promotion;
import io.forebay.bench.measure.Measurement.Rate;
import java.util.List;

/// What a running cluster says about prefetching; a JSON contract, to which fields are only added. Shares are of all
/// blocks that gets asked for, unless it says otherwise.
///
/// @param nodes that were watched
/// @param seconds for which they were
/// @param missedLooks of all nodes, at which one did not answer or had started again; its second counts for nothing
/// @param blocks that gets asked for
/// @param dramShare found in memory, a node's own, its buffer or a peer's
/// @param ssdOnlyShare that a get had to read from SSD, its node's or a peer's
/// @param missShare found nowhere, or behind a miss
/// @param ssdOnly the rate of those read from SSD, of all nodes together
/// @param watermark how full DRAM was
/// @param window from triggers to gets
/// @param promotion what the workers of all nodes together could do
/// @param buffer what it takes, of all nodes together
/// @param go whether prefetching is worth enabling
/// @param reasons for that, the decisive ones first
public record LiveMeasurement(
        int nodes,
        int seconds,
        int missedLooks,
        long blocks,
        double dramShare,
        double ssdOnlyShare,
        double missShare,
        Rate ssdOnly,
        Watermark watermark,
        Window window,
        Promotion promotion,
        Buffer buffer,
        boolean go,
        List<String> reasons) {
    public LiveMeasurement {
        reasons = List.copyOf(reasons);
    }

    /// How full DRAM was: the main pool of the node that was fullest, at each look.
    ///
    /// @param gateShare from which on nothing is promoted
    /// @param shutShare of the looks at a node at which its pool was there or above
    /// @param max at any look
    /// @param series each look's; 0 where no node answered
    public record Watermark(double gateShare, double shutShare, double max, List<Double> series) {
        public Watermark {
            series = List.copyOf(series);
        }
    }

    /// From a block's trigger to its get, to the second: the first promotion that is admitted is taken to be the first
    /// that is used, or overtaken by a get.
    ///
    /// @param seen triggers whose get was seen; with none `usedMillis` is what was given
    /// @param usedMillis what was counted with: the median of those seen, or what was given
    /// @param histogram how many took less than 1, 2, … seconds; those of the last or more
    public record Window(long seen, double usedMillis, List<Long> histogram) {
        public Window {
            histogram = List.copyOf(histogram);
        }
    }
}
