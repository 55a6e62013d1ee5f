package io.forebay.bench.measure;

import io.forebay.bench.measure.Measurement.Buffer;
import io.forebay.bench.measure.Measurement.Pressure;
import io.forebay.bench.measure.Measurement.Promotion;
import io.forebay.bench.measure.Measurement.Rate;
import io.forebay.core.eviction.SessionHint;
import io.forebay.sim.trace.TierReplay;
import io.forebay.sim.trace.TierSize;
import io.forebay.sim.trace.TraceRequest;
import java.util.List;
import java.util.Locale;

/// The measurement before prefetching is switched on, on paper: a trace is played on the tiers of one node, without
/// bytes, and what it finds on SSD alone is played on promotion workers. One thread.
public final class TraceMeasure {
    private final MeasureSettings settings;
    private final TierReplay replay;
    private final PromotionEstimate estimate;
    private final PerSecond inserts = new PerSecond();
    private long blocks;
    private int fullAfterSeconds = -1;

    private TraceMeasure(MeasureSettings settings) {
        this.settings = settings;
        this.replay = new TierReplay(settings.sizes());
        this.estimate = new PromotionEstimate(settings.terms());
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
        estimate.asked(millis, found.ssd());
        inserts.add(millis, replay.dramAdmissions() - admittedBefore);
        if (fullAfterSeconds < 0 && replay.dramEvictions() > 0) {
            fullAfterSeconds = Math.toIntExact(millis / 1_000);
        }
    }

    private Measurement result(int requests) {
        double ssdOnlyShare = (double) replay.ssdPrefixHits() / blocks;
        double dramShare = (double) replay.dramPrefixHits() / blocks;
        Pressure pressure = pressure();
        PerSecond ssdOnly = estimate.ssdOnly();
        Promotion promotion = estimate.promotion();
        Buffer buffer =
                estimate.buffer(settings.blockBytes(), settings.sizes().dram().blocks());
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
                Rate.of(ssdOnly),
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
}
