package io.forebay.bench.measure;

import io.forebay.core.answer.InvalidInput;
import io.forebay.sim.trace.TierSizes;

/// What a trace is measured against. A value out of its range is refused under the name of its option.
///
/// @param sizes the node's tiers; with an SSD
/// @param blockBytes of one block; 0: not known, and nothing is said in bytes
/// @param workers promotion workers that read at one time
/// @param readMillis of one worker for one block
/// @param windowMillis from a router's trigger to the get
/// @param residencyMillis from the get until the block may leave the prefetch buffer
/// @param highShare of DRAM in use at which eviction starts
/// @param gateShare of DRAM in use from which on nothing is promoted
public record MeasureSettings(
        TierSizes sizes,
        long blockBytes,
        int workers,
        double readMillis,
        double windowMillis,
        double residencyMillis,
        double highShare,
        double gateShare) {
    private static final double MAX_MILLIS = 3_600_000;
    private static final int MAX_WORKERS = 65_536;

    public MeasureSettings {
        InvalidInput.unless(
                sizes.ssd().blocks() >= 1, "ssd-blocks", "is 0; without an SSD there is nothing to measure");
        InvalidInput.unless(blockBytes >= 0, "block-size", "is negative: " + blockBytes);
        InvalidInput.unless(
                workers >= 1 && workers <= MAX_WORKERS,
                "workers",
                "is " + workers + "; it must be from 1 to " + MAX_WORKERS);
        requireMillis("read-millis", readMillis, 0.001);
        requireMillis("window-millis", windowMillis, 0);
        requireMillis("residency-millis", residencyMillis, 0);
        InvalidInput.unless(
                highShare > 0 && highShare < 1, "high", "is " + highShare + "; it must be above 0 and below 1");
        InvalidInput.unless(
                gateShare > highShare && gateShare <= 1,
                "gate",
                "is " + gateShare + "; it must be above --high, " + highShare + ", and at most 1");
    }

    static void requireMillis(String name, double value, double least) {
        InvalidInput.unless(
                value >= least && value <= MAX_MILLIS,
                name,
                "is " + value + "; it must be from " + least + " to " + MAX_MILLIS);
    }

    PromotionEstimate.Terms terms() {
        return new PromotionEstimate.Terms(workers, readMillis, windowMillis, residencyMillis);
    }
}
