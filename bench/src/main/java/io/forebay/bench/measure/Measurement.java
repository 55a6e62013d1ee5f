package io.forebay.bench.measure;

import java.util.List;

/// What a trace says about prefetching on one node; a JSON contract, to which fields are only added. Shares are of all
/// blocks asked for, unless it says otherwise.
///
/// @param requests played
/// @param blocks that they asked for
/// @param seconds from the trace's start to its last request
/// @param policy that chose DRAM's victims
/// @param tiering how the tiers go together
/// @param dramBlocks DRAM's capacity
/// @param ssdBlocks SSD's capacity; -1: unlimited
/// @param dramShare found in DRAM
/// @param ssdOnlyShare found on SSD alone: what prefetching is for
/// @param missShare found in neither, or behind a miss
/// @param ssdOnly the rate of those on SSD alone
/// @param pressure on DRAM
/// @param promotion what the workers can do about it
/// @param buffer what it takes
/// @param go whether prefetching is worth enabling
/// @param reasons for that, the decisive ones first
public record Measurement(
        int requests,
        long blocks,
        int seconds,
        String policy,
        String tiering,
        int dramBlocks,
        int ssdBlocks,
        double dramShare,
        double ssdOnlyShare,
        double missShare,
        Rate ssdOnly,
        Pressure pressure,
        Promotion promotion,
        Buffer buffer,
        boolean go,
        List<String> reasons) {
    public Measurement {
        reasons = List.copyOf(reasons);
    }

    /// Blocks a second.
    ///
    /// @param mean over all seconds
    /// @param activeSeconds seconds with any
    /// @param p50Active half of those seconds have at most so many
    /// @param p99Active 99 % of them have at most so many
    /// @param max in the worst second
    public record Rate(double mean, int activeSeconds, long p50Active, long p99Active, long max) {
        static Rate of(PerSecond blocks) {
            return new Rate(
                    blocks.mean(),
                    blocks.above(0),
                    blocks.activeQuantile(0.5),
                    blocks.activeQuantile(0.99),
                    blocks.max());
        }
    }

    /// How full DRAM is. A trace does not say how fast eviction is: a second in which more comes in than there is room
    /// between eviction's high mark and the gate is one in which the gate may close.
    ///
    /// @param fullAfterSeconds when DRAM was full for the first time; -1: never
    /// @param fullShare of the time in which it was
    /// @param headroomBlocks between the high mark and the gate
    /// @param overHeadroomShare of all seconds
    /// @param maxInsertsPerSecond blocks put into DRAM in the worst second
    public record Pressure(
            int fullAfterSeconds,
            double fullShare,
            long headroomBlocks,
            double overHeadroomShare,
            long maxInsertsPerSecond) {}

    /// What becomes of the blocks on SSD alone when each is triggered a window before its get.
    ///
    /// @param workers that read at one time
    /// @param ceilingPerSecond blocks that they can read
    /// @param windowMillis from trigger to get
    /// @param secondsOverCeiling in which more are triggered than that
    /// @param inTimeShare of the blocks on SSD alone, read before their get
    /// @param lateShare of them, in mid-read at their get
    /// @param notBegunShare of them, for which nobody had time
    /// @param workersNeeded the fewest that bring 95 % in time; -1: the window is too short for any
    public record Promotion(
            int workers,
            double ceilingPerSecond,
            double windowMillis,
            int secondsOverCeiling,
            double inTimeShare,
            double lateShare,
            double notBegunShare,
            int workersNeeded) {}

    /// The prefetch buffer: rate × (wait + residency), at the rate of the worst seconds or the ceiling, whichever is
    /// less.
    ///
    /// @param blocks that it should hold
    /// @param bytes the same; 0 where a block's size is not known
    /// @param dramShare the same as a share of DRAM
    /// @param mostResident blocks that were in it at one time when the trace was played
    public record Buffer(long blocks, long bytes, double dramShare, int mostResident) {}
}
