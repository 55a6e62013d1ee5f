package io.forebay.bench.measure;

import io.forebay.bench.measure.Measurement.Buffer;
import io.forebay.bench.measure.Measurement.Pressure;
import io.forebay.bench.measure.Measurement.Promotion;
import io.forebay.bench.measure.Measurement.Rate;
import io.forebay.core.eviction.SessionHint;
import io.forebay.sim.trace.TierReplay;
import io.forebay.sim.trace.TierSize;
import io.forebay.sim.trace.TraceRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The measurement before prefetching is switched on, on paper: a trace is played on the tiers of one node, without
/// bytes, and what it finds on SSD alone is played on promotion workers. One thread.
public final class TraceMeasure {
    private static final double P50 = 0.5;
    private static final double P99 = 0.99;
    private static final double ENOUGH_IN_TIME = 0.95;
    private static final int MAX_NEEDED = 1 << 16;

    private final MeasureSettings settings;
    private final TierReplay replay;
    private final PerSecond ssdOnly = new PerSecond();
    private final PerSecond inserts = new PerSecond();
    private final List<Trigger> triggers = new ArrayList<>();
    private long blocks;
    private int fullAfterSeconds = -1;

    /// Blocks that a request found on SSD alone.
    private record Trigger(long millis, int blocks) {}

    private TraceMeasure(MeasureSettings settings) {
        this.settings = settings;
        this.replay = new TierReplay(settings.sizes());
    }

    /// Measures `trace`, whose times must not go back.
    public static Measurement of(List<TraceRequest> trace, MeasureSettings settings) {
        TraceMeasure measure = new TraceMeasure(settings);
        long before = 0;
        for (int i = 0; i < trace.size(); i++) {
            long now = trace.get(i).timestampMillis();
            if (now < before) {
                throw new IllegalArgumentException("the trace goes back in time with request " + (i + 1) + ": " + now
                        + " ms, behind " + before + " ms");
            }
            before = now;
            measure.play(trace.get(i));
        }
        return measure.result(trace.size());
    }

    private void play(TraceRequest request) {
        long admittedBefore = replay.dramAdmissions();
        TierReplay.Found found = replay.request(request.ids(), SessionHint.NONE);
        long millis = request.timestampMillis();
        blocks += request.hashIds().size();
        ssdOnly.add(millis, found.ssd());
        inserts.add(millis, replay.dramAdmissions() - admittedBefore);
        if (fullAfterSeconds < 0 && replay.dramEvictions() > 0) {
            fullAfterSeconds = Math.toIntExact(millis / 1_000);
        }
        if (found.ssd() > 0) {
            triggers.add(new Trigger(millis, found.ssd()));
        }
    }

    private Measurement result(int requests) {
        double ssdOnlyShare = (double) replay.ssdPrefixHits() / blocks;
        double dramShare = (double) replay.dramPrefixHits() / blocks;
        Pressure pressure = pressure();
        Promotion promotion = promotion();
        Buffer buffer = buffer(promotion);
        Verdict verdict = Verdict.of(ssdOnlyShare, pressure, promotion, buffer);
        int ssdBlocks = settings.sizes().ssd().blocks();
        return new Measurement(
                requests,
                blocks,
                ssdOnly.seconds(),
                settings.sizes().dram().policy().word(),
                settings.sizes().tiering().name().toLowerCase(Locale.ROOT),
                settings.sizes().dram().blocks(),
                ssdBlocks == TierSize.UNLIMITED ? -1 : ssdBlocks,
                dramShare,
                ssdOnlyShare,
                1 - dramShare - ssdOnlyShare,
                new Rate(
                        ssdOnly.mean(),
                        ssdOnly.above(0),
                        ssdOnly.activeQuantile(P50),
                        ssdOnly.activeQuantile(P99),
                        ssdOnly.max()),
                pressure,
                promotion,
                buffer,
                verdict.go(),
                verdict.reasons());
    }

    private Pressure pressure() {
        int seconds = inserts.seconds();
        double headroom = (settings.gateShare() - settings.highShare())
                * settings.sizes().dram().blocks();
        return new Pressure(
                fullAfterSeconds,
                fullAfterSeconds < 0 ? 0 : (double) (seconds - fullAfterSeconds) / seconds,
                Math.round(headroom),
                (double) inserts.above(headroom) / seconds,
                inserts.max());
    }

    private Promotion promotion() {
        PromotionQueue queue = played(settings.workers());
        double all = Math.max(1, replay.ssdPrefixHits());
        return new Promotion(
                settings.workers(),
                settings.ceilingPerSecond(),
                settings.windowMillis(),
                ssdOnly.above(settings.ceilingPerSecond()),
                queue.inTime() / all,
                queue.late() / all,
                queue.notBegun() / all,
                workersNeeded());
    }

    private PromotionQueue played(int workers) {
        PromotionQueue queue =
                new PromotionQueue(workers, settings.readMillis(), settings.windowMillis(), settings.residencyMillis());
        triggers.forEach(trigger -> queue.trigger((double) trigger.millis(), trigger.blocks()));
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
        return played(workers).inTime() >= ENOUGH_IN_TIME * replay.ssdPrefixHits();
    }

    private Buffer buffer(Promotion promotion) {
        double rate = Math.min(promotion.ceilingPerSecond(), (double) ssdOnly.activeQuantile(P99));
        double seconds = (settings.windowMillis() + settings.residencyMillis()) / 1e3;
        long size = (long) Math.ceil(rate * seconds);
        return new Buffer(
                size,
                size * settings.blockBytes(),
                (double) size / settings.sizes().dram().blocks(),
                played(settings.workers()).mostResident());
    }
}
