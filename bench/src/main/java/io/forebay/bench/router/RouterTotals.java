package io.forebay.bench.router;

import io.forebay.bench.replay.HitCheck.Checked;
import io.forebay.bench.replay.Latencies;
import io.forebay.bench.replay.ReplayReport.Percentiles;
import io.forebay.bench.router.RouterReport.Gets;
import io.forebay.bench.router.RouterReport.NotSaved;
import io.forebay.bench.router.RouterReport.Second;
import io.forebay.client.EngineClient;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What a replay with a router counts while it runs. Safe from any thread.
final class RouterTotals {
    /// A dispatch that is later than this can be seen in the results.
    private static final double KEPT_MILLIS = 100;

    private final Map<GetEnd, Long> ends = new EnumMap<>(GetEnd.class);
    private final Map<BeforeGet, Long> fromSsd = new EnumMap<>(BeforeGet.class);
    private final Map<Long, Second> seconds = new TreeMap<>();
    private final Latencies gets = new Latencies();
    private final Latencies lags = new Latencies();
    private long used;
    private long late;
    private long wasted;
    private long expired;
    private long throttled;
    private long requests;
    private long written;
    private NotSaved notSaved = new NotSaved(0, 0, 0);
    private Checked checked = Checked.NONE;

    /// One block of a get.
    ///
    /// @param before what the router knew or did
    /// @param inMemory whether some node had it in memory when the get began
    record BlockGet(BeforeGet before, boolean inMemory, GetEnd end) {}

    /// A get has ended.
    ///
    /// @param second of its planned dispatch, from the start
    /// @param nanos that it took
    /// @param lagNanos by which it came behind its time
    synchronized void got(long second, List<BlockGet> blocks, long nanos, long lagNanos) {
        requests++;
        gets.record(nanos);
        lags.record(Math.max(0, lagNanos));
        long found = 0;
        long ssd = 0;
        for (BlockGet block : blocks) {
            ends.merge(block.end, 1L, Long::sum);
            found += block.end == GetEnd.MISS ? 0 : 1;
            if (block.end.isFromSsd()) {
                ssd++;
                fromSsd.merge(block.before, 1L, Long::sum);
            }
            throttled += block.before.isThrottled() ? 1 : 0;
            if (block.before == BeforeGet.QUEUED) {
                queued(block);
            }
        }
        seconds.merge(second, new Second(second, found, ssd), Second::plus);
    }

    /// Each block that a trigger had queued ends once, at its get.
    private void queued(BlockGet block) {
        if (block.end.isFromSsd()) {
            late++;
        } else if (block.end != GetEnd.MISS) {
            used++;
        } else if (block.inMemory) {
            wasted++;
        } else {
            expired++;
        }
    }

    synchronized void checked(Checked more) {
        checked = checked.plus(more);
    }

    synchronized void saved(EngineClient.SaveReport report) {
        written += report.written();
        notSaved = notSaved.plus(report);
    }

    /// What has been counted so far.
    ///
    /// @param mode that was played
    /// @param tasks what master and nodes counted
    synchronized RouterReport.Run report(RouterMode mode, TaskFigures tasks) {
        Second all = seconds.values().stream().reduce(new Second(0, 0, 0), Second::plus);
        Second worst = seconds.values().stream()
                .max(Comparator.comparingLong(Second::fromSsd))
                .orElse(all);
        Map<String, Long> why = new TreeMap<>();
        fromSsd.forEach((before, count) -> why.put(before.name(), count));
        return new RouterReport.Run(
                mode.word(),
                requests,
                gets(),
                all.share(),
                new RouterReport.WorstSecond(worst.second(), worst.share(), worst.fromSsd(), worst.found()),
                new RouterReport.Prefetch(used + late + wasted + expired, used, late, wasted, throttled, expired),
                tasks,
                why,
                percentiles(gets),
                percentiles(lags),
                lags.percentileMillis(99) <= KEPT_MILLIS,
                checked.corrupt(),
                checked.gone(),
                checked.verifiedBytes(),
                written,
                notSaved.total(),
                notSaved);
    }

    private Gets gets() {
        long ofPeers = count(GetEnd.SSD_OF_PEER);
        return new Gets(
                count(GetEnd.MEMORY),
                count(GetEnd.BUFFER),
                count(GetEnd.SSD) + ofPeers,
                count(GetEnd.PEER),
                count(GetEnd.MISS),
                ofPeers);
    }

    private long count(GetEnd end) {
        return ends.getOrDefault(end, 0L);
    }

    private static Percentiles percentiles(Latencies of) {
        return new Percentiles(of.percentileMillis(50), of.percentileMillis(99));
    }
}
