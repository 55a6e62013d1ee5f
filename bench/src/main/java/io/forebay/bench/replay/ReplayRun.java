package io.forebay.bench.replay;

import io.forebay.bench.Progress;
import io.forebay.bench.replay.ReplayEngine.Found;
import io.forebay.client.EngineClient.SaveReport;
import io.forebay.core.block.BlockHash;
import io.forebay.core.handoff.HandoffReport;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// The playing of a trace: request after request, prefill on one node, decode on the next.
///
/// ```
/// prefill  query ─ save what is missing ─ await the handoff ─────────────────────────── release
/// decode                                                     query ─ check every byte ─ release
/// ```
///
/// One thread, as one request ends before the next begins: what a decode engine misses was then missed for a reason
/// that
/// lies in the store and not in a race of the replay's own.
public final class ReplayRun {
    /// The last fifth of the requests is counted apart: a cluster has got over its faults by then, or not.
    private static final int TAIL_PART = 5;

    private final ReplaySettings settings;
    private final ReplayCluster cluster;
    private final LongSupplier nanoClock;
    private final Progress progress;
    private final ReplayTotals totals = new ReplayTotals();
    private final long blockBytes;
    private final HitCheck check;

    /// @param progress hears of one step for each request
    public ReplayRun(ReplaySettings settings, ReplayCluster cluster, LongSupplier nanoClock, Progress progress) {
        this.settings = settings;
        this.cluster = cluster;
        this.nanoClock = nanoClock;
        this.progress = progress;
        this.blockBytes = settings.layout().blockBytes();
        this.check = new HitCheck(settings.layout());
    }

    /// Plays all `prompts`, each the block ids of one request.
    public ReplayTotals play(List<List<Long>> prompts) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocate(settings.layout().slotBytes(), Long.BYTES);
            for (int index = 0; index < prompts.size(); index++) {
                disturb(index, prompts.size());
                boolean inTail = index >= prompts.size() - prompts.size() / TAIL_PART;
                request(index, prompts.get(index), inTail, copy);
                totals.request();
                progress.step("replay");
            }
        }
        progress.end();
        return totals;
    }

    private void disturb(int index, int requests) throws IOException {
        if (settings.chaos().isPresent()) {
            Chaos chaos = settings.chaos().get();
            for (Fault fault : chaos.dueBefore(index, requests)) {
                cluster.carryOut(fault, chaos.heals());
            }
        }
    }

    private void request(int index, List<Long> ids, boolean inTail, MemorySegment copy) {
        List<ReplayNode> live = cluster.live();
        ReplayEngine prefill = live.get(index % live.size()).prefill();
        ReplayEngine decode = live.get((index + 1) % live.size()).decode();
        String requestId = "request-" + index;
        List<BlockHash> hashes = ids.stream().map(BlockBytes::hash).toList();
        try (Found held = query(prefill, requestId, hashes)) {
            int hits = HitCheck.hits(held.outcomes());
            if (hits < hashes.size()) {
                save(prefill, requestId, hashes.subList(hits, hashes.size()), ids.subList(hits, ids.size()));
            }
            awaitHandoff(prefill, hashes);
            try (Found found = query(decode, requestId, hashes)) {
                totals.decode(found.outcomes(), inTail);
                HitCheck.Checked checked = check.check(requestId, ids, found, copy);
                totals.checked(checked);
            }
        }
    }

    private Found query(ReplayEngine engine, String requestId, List<BlockHash> hashes) {
        Duration deadline = settings.queryDeadline();
        long start = nanoClock.getAsLong();
        Found found = engine.query(requestId, hashes, deadline);
        long nanos = nanoClock.getAsLong() - start;
        totals.query(found.outcomes(), blockBytes, nanos, TimeUnit.NANOSECONDS.convert(deadline));
        return found;
    }

    private void save(ReplayEngine engine, String requestId, List<BlockHash> hashes, List<Long> ids) {
        long start = nanoClock.getAsLong();
        SaveReport report =
                engine.save(requestId, hashes, (block, slot, bytes) -> BlockBytes.write(ids.get(block), slot, bytes));
        totals.took(ReplayTotals.Call.SAVE, nanoClock.getAsLong() - start);
        totals.saved(report.written(), report.elsewhere() + report.noRoom() + report.failed(), blockBytes);
    }

    private void awaitHandoff(ReplayEngine engine, List<BlockHash> chain) {
        long start = nanoClock.getAsLong();
        HandoffReport report = engine.awaitHandoff(chain, settings.handoffDeadline());
        totals.took(ReplayTotals.Call.HANDOFF, nanoClock.getAsLong() - start);
        totals.handoff(report.isComplete());
    }
}
