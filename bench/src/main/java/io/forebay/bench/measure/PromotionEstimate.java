package io.forebay.bench.measure;

import io.forebay.bench.measure.Measurement.Buffer;
import io.forebay.bench.measure.Measurement.Promotion;
import java.util.ArrayList;
import java.util.List;

/// What promotion workers could do about blocks that are on SSD alone, and how large their buffer would have to be:
/// the same for a trace and for what a cluster was seen to do. One thread.
final class PromotionEstimate {
    private static final double P99 = 0.99;
    private static final double ENOUGH_IN_TIME = 0.95;
    private static final int MAX_NEEDED = 1 << 16;

    private final Terms terms;
    private final PerSecond ssdOnly = new PerSecond();
    private final List<Trigger> triggers = new ArrayList<>();
    private long blocks;

    /// What the workers are, and what they have time for.
    ///
    /// @param workers that read at one time
    /// @param readMillis of one for one block
    /// @param windowMillis from trigger to get
    /// @param residencyMillis from the get until the block may leave the buffer
    record Terms(int workers, double readMillis, double windowMillis, double residencyMillis) {
        /// Blocks a second that all workers together can read.
        double ceilingPerSecond() {
            return workers * 1e3 / readMillis;
        }
    }

    /// Blocks that were found on SSD alone.
    private record Trigger(double millis, int blocks) {}

    PromotionEstimate(Terms terms) {
        this.terms = terms;
    }

    /// So many blocks, perhaps none, were asked for that are on SSD alone; times never go back.
    void asked(long millis, int onSsdAlone) {
        ssdOnly.add(millis, onSsdAlone);
        blocks += onSsdAlone;
        if (onSsdAlone > 0) {
            triggers.add(new Trigger((double) millis, onSsdAlone));
        }
    }

    /// The same by the second.
    PerSecond ssdOnly() {
        return ssdOnly;
    }

    /// What becomes of them when each is triggered a window before its get.
    Promotion promotion() {
        PromotionQueue queue = played(terms.workers);
        double all = Math.max(1, blocks);
        return new Promotion(
                terms.workers,
                terms.ceilingPerSecond(),
                terms.windowMillis,
                ssdOnly.above(terms.ceilingPerSecond()),
                queue.inTime() / all,
                queue.late() / all,
                queue.notBegun() / all,
                workersNeeded());
    }

    private PromotionQueue played(int workers) {
        PromotionQueue queue = new PromotionQueue(workers, terms.readMillis, terms.windowMillis, terms.residencyMillis);
        triggers.forEach(trigger -> queue.trigger(trigger.millis, trigger.blocks));
        return queue;
    }

    /// By bisection: more workers are never later.
    private int workersNeeded() {
        if (!isEnough(MAX_NEEDED)) {
            return -1;
        }
        int low = 1;
        int high = MAX_NEEDED;
        while (low < high) {
            int middle = (low + high) / 2;
            if (isEnough(middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private boolean isEnough(int workers) {
        return played(workers).inTime() >= ENOUGH_IN_TIME * blocks;
    }

    /// Rate × (window + residency), at the rate of the worst seconds or of the workers, whichever is less.
    ///
    /// @param blockBytes of one block; 0: not known
    /// @param dramBlocks that DRAM holds
    Buffer buffer(long blockBytes, double dramBlocks) {
        double rate = Math.min(terms.ceilingPerSecond(), (double) ssdOnly.activeQuantile(P99));
        double seconds = (terms.windowMillis + terms.residencyMillis) / 1e3;
        long size = (long) Math.ceil(rate * seconds);
        return new Buffer(
                size,
                size * blockBytes,
                size / dramBlocks,
                played(terms.workers).mostResident());
    }
}
