package io.forebay.bench.measure;

import io.forebay.bench.measure.Measurement.Buffer;
import io.forebay.bench.measure.Measurement.Pressure;
import io.forebay.bench.measure.Measurement.Promotion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Whether prefetching is worth enabling, and why. Four conditions, each with a reason, met or not:
///
/// - there is something to win: at least 2 % of all blocks are on SSD alone;
/// - DRAM's gate is not shut most of the time, else layer-wise reads from SSD are the better investment;
/// - the workers bring at least 80 % of those blocks in time;
/// - the buffer takes at most a tenth of DRAM.
///
/// @param go all four are met
/// @param reasons what is not met first
record Verdict(boolean go, List<String> reasons) {
    /// Of a cluster that nobody used while it was watched.
    static final Verdict NOTHING_SEEN =
            new Verdict(false, List.of("nothing to judge by: no block was asked for while it was watched"));

    static final double LEAST_SSD_ONLY = 0.02;
    static final double MOST_OVER_HEADROOM = 0.5;
    static final double LEAST_IN_TIME = 0.8;
    static final double MOST_BUFFER = 0.1;

    /// One of them.
    private record Condition(boolean isMet, String reason) {}

    static Verdict of(double ssdOnlyShare, Pressure pressure, Promotion promotion, Buffer buffer) {
        return of(List.of(worthIt(ssdOnlyShare), gateOpen(pressure), fastEnough(promotion), smallEnough(buffer)));
    }

    /// Of a cluster that was watched, where the gate is not guessed at.
    ///
    /// @param shutShare of the time in which a node's DRAM was at or above the gate
    static Verdict watched(double ssdOnlyShare, double shutShare, Promotion promotion, Buffer buffer) {
        return of(List.of(worthIt(ssdOnlyShare), gateSeen(shutShare), fastEnough(promotion), smallEnough(buffer)));
    }

    private static Verdict of(List<Condition> all) {
        List<String> reasons = new ArrayList<>();
        all.stream().filter(each -> !each.isMet).forEach(each -> reasons.add("not met: " + each.reason));
        boolean go = reasons.isEmpty();
        all.stream().filter(Condition::isMet).forEach(each -> reasons.add("met: " + each.reason));
        return new Verdict(go, reasons);
    }

    private static Condition worthIt(double ssdOnlyShare) {
        return new Condition(
                ssdOnlyShare >= LEAST_SSD_ONLY,
                String.format(
                        Locale.ROOT,
                        "%.1f %% of all blocks are on SSD alone (at least %.0f %%)",
                        100 * ssdOnlyShare,
                        100 * LEAST_SSD_ONLY));
    }

    private static Condition gateOpen(Pressure pressure) {
        return new Condition(
                pressure.overHeadroomShare() <= MOST_OVER_HEADROOM,
                String.format(
                        Locale.ROOT,
                        "in %.1f %% of the seconds more comes into DRAM than fits below the gate (at most %.0f %%)",
                        100 * pressure.overHeadroomShare(),
                        100 * MOST_OVER_HEADROOM));
    }

    private static Condition gateSeen(double shutShare) {
        return new Condition(
                shutShare <= MOST_OVER_HEADROOM,
                String.format(
                        Locale.ROOT,
                        "the gate was shut %.1f %% of the time (at most %.0f %%)",
                        100 * shutShare,
                        100 * MOST_OVER_HEADROOM));
    }

    private static Condition fastEnough(Promotion promotion) {
        return new Condition(
                promotion.inTimeShare() >= LEAST_IN_TIME,
                String.format(
                        Locale.ROOT,
                        "%d worker(s) with %.0f blocks a second bring %.1f %% in time (at least %.0f %%); %s",
                        promotion.workers(),
                        promotion.ceilingPerSecond(),
                        100 * promotion.inTimeShare(),
                        100 * LEAST_IN_TIME,
                        needed(promotion)));
    }

    private static Condition smallEnough(Buffer buffer) {
        return new Condition(
                buffer.dramShare() <= MOST_BUFFER,
                String.format(
                        Locale.ROOT,
                        "the buffer takes %d blocks, %.1f %% of DRAM (at most %.0f %%)",
                        buffer.blocks(),
                        100 * buffer.dramShare(),
                        100 * MOST_BUFFER));
    }

    private static String needed(Promotion promotion) {
        return promotion.workersNeeded() < 0
                ? "no number of workers brings 95 %, the window is too short"
                : promotion.workersNeeded() + " would bring 95 %";
    }
}
