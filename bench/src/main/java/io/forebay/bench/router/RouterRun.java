package io.forebay.bench.router;

import io.forebay.bench.Progress;
import io.forebay.bench.replay.BlockBytes;
import io.forebay.bench.replay.HitCheck;
import io.forebay.bench.replay.ReplayEngine;
import io.forebay.bench.replay.ReplayEngine.Found;
import io.forebay.client.EngineClient.SaveReport;
import io.forebay.core.block.BlockHash;
import io.forebay.core.catalogue.LookupReply.BlockTiers;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.prefetch.PrefetchStatus;
import io.forebay.core.session.NodeId;
import io.forebay.sim.trace.TraceRequest;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/// The playing of a trace in its own time, with a router in front.
///
/// ```
/// router   arrival: lookup ─ choose a node ─ trigger ──── window ────▶ dispatch
/// engine                                                               get ─ check every byte ─ save what is missing
/// router                                                                 └─ cancel: what is still to come is of no use
/// ```
///
/// Requests run side by side, as they come. Just before its get each is looked up once more, without a side effect:
/// a node's answer does not say whether a peer had a block in memory or had to read it from its SSD. A block that
/// comes to a peer's memory between that and the get counts as read from SSD.
final class RouterRun {
    /// Longer than any request takes that ends at all.
    private static final long END_SECONDS = 60;

    private final RouterSettings settings;
    private final boolean triggers;
    private final Map<NodeId, ReplayEngine> engines;
    private final ReplayRouter router;
    private final Timeline timeline;
    private final Progress progress;
    private final HitCheck check;
    private final RouterTotals totals = new RouterTotals();
    private final Map<NodeId, Integer> inFlight = new LinkedHashMap<>();
    private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
    private CountDownLatch open = new CountDownLatch(0);
    private long startNanos;

    /// One request on its way.
    ///
    /// @param dispatchNanos when it is to be dispatched
    private record Routed(
            String id,
            List<Long> ids,
            List<BlockHash> hashes,
            NodeId node,
            List<BeforeGet> before,
            long dispatchNanos) {
        /// Whether a trigger of its own may still have something brought.
        boolean isWaitedFor() {
            return before.stream().anyMatch(each -> each == BeforeGet.QUEUED || each.isThrottled());
        }
    }

    /// @param triggers whether blocks that are on SSD alone are triggered
    /// @param engines one beside each node
    RouterRun(RouterSettings settings, boolean triggers, Map<NodeId, ReplayEngine> engines, Surroundings surroundings) {
        this.settings = settings;
        this.triggers = triggers;
        this.engines = new LinkedHashMap<>(engines);
        this.router = surroundings.router();
        this.timeline = surroundings.timeline();
        this.progress = surroundings.progress();
        this.check = new HitCheck(settings.layout());
        engines.keySet().forEach(node -> inFlight.put(node, 0));
    }

    /// What a run lives in.
    ///
    /// @param progress hears of one step for each request
    record Surroundings(ReplayRouter router, Timeline timeline, Progress progress) {}

    /// Plays all requests, whose times must not go back, and returns when the last has ended.
    ///
    /// @throws IOException when some do not end
    RouterTotals play(List<TraceRequest> trace) throws IOException {
        open = new CountDownLatch(trace.size());
        startNanos = timeline.nanoTime();
        long last = startNanos;
        for (int index = 0; index < trace.size(); index++) {
            TraceRequest request = trace.get(index);
            String id = "request-" + index;
            last = startNanos + (long) (request.timestampMillis() * 1e6 / settings.speed());
            long at = last;
            timeline.at(at, () -> guarded(() -> arrive(id, request.hashIds(), at)));
        }
        long window = settings.window().toNanos();
        timeline.await(open, last + window + TimeUnit.SECONDS.toNanos(END_SECONDS));
        progress.end();
        RuntimeException failed = failure.get();
        if (failed != null) {
            throw new IOException("a request of the replay failed: " + failed, failed);
        }
        return totals;
    }

    /// A request that meets an error of our own ends, so that nobody waits for it; the first is told.
    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            failure.compareAndSet(null, e);
            open.countDown();
        }
    }

    private void arrive(String id, List<Long> ids, long atNanos) {
        List<BlockHash> hashes = ids.stream().map(BlockBytes::hash).toList();
        List<BlockTiers> places = router.lookup(hashes);
        NodeId node = choose(places);
        List<BeforeGet> before = prepare(id, hashes, places);
        long dispatch = atNanos + settings.window().toNanos();
        Routed routed = new Routed(id, ids, hashes, node, before, dispatch);
        timeline.at(dispatch, () -> guarded(() -> dispatch(routed)));
    }

    private synchronized NodeId choose(List<BlockTiers> places) {
        NodeId node = Placement.node(places, inFlight);
        inFlight.merge(node, 1, Integer::sum);
        return node;
    }

    private synchronized void ended(NodeId node) {
        inFlight.merge(node, -1, Integer::sum);
        progress.step("replay");
    }

    /// Triggers what is on SSD alone, as far as the chain is live.
    private List<BeforeGet> prepare(String id, List<BlockHash> hashes, List<BlockTiers> places) {
        List<BeforeGet> before = new ArrayList<>(Collections.nCopies(hashes.size(), BeforeGet.UNKNOWN));
        List<Integer> onSsd = new ArrayList<>();
        for (int block = 0; block < Placement.livePrefix(places); block++) {
            boolean inMemory = Placement.isInMemory(places.get(block));
            before.set(block, inMemory ? BeforeGet.IN_MEMORY : BeforeGet.NOT_TRIGGERED);
            if (!inMemory) {
                onSsd.add(block);
            }
        }
        if (triggers && !onSsd.isEmpty()) {
            List<BlockHash> wanted = onSsd.stream().map(hashes::get).toList();
            List<PrefetchStatus> said = router.trigger(id, wanted, settings.window());
            for (int i = 0; i < said.size(); i++) {
                before.set(onSsd.get(i), BeforeGet.of(said.get(i)));
            }
        }
        return before;
    }

    private void dispatch(Routed request) {
        long lag = timeline.nanoTime() - request.dispatchNanos();
        ReplayEngine engine = Objects.requireNonNull(engines.get(request.node()));
        List<BlockTiers> places = router.lookup(request.hashes());
        long start = timeline.nanoTime();
        try (Arena arena = Arena.ofConfined();
                Found found = engine.query(request.id(), request.hashes(), settings.queryDeadline())) {
            long nanos = timeline.nanoTime() - start;
            List<RouterTotals.BlockGet> gets = gets(request, places, found.outcomes());
            if (triggers && request.isWaitedFor()) {
                router.cancel(request.id());
            }
            totals.got((request.dispatchNanos() - startNanos) / 1_000_000_000L, gets, nanos, lag);
            MemorySegment copy = arena.allocate(settings.layout().slotBytes(), Long.BYTES);
            totals.checked(check.check(request.id(), request.ids(), found, copy));
            save(engine, request, HitCheck.hits(found.outcomes()));
        }
        ended(request.node());
        open.countDown();
    }

    private static List<RouterTotals.BlockGet> gets(Routed request, List<BlockTiers> places, List<Outcome> outcomes) {
        List<RouterTotals.BlockGet> gets = new ArrayList<>();
        for (int block = 0; block < outcomes.size(); block++) {
            boolean inMemory = block < places.size() && Placement.isInMemory(places.get(block));
            GetEnd end = GetEnd.of(outcomes.get(block), inMemory);
            gets.add(new RouterTotals.BlockGet(request.before().get(block), inMemory, end));
        }
        return gets;
    }

    private void save(ReplayEngine engine, Routed request, int hits) {
        List<Long> ids = request.ids().subList(hits, request.ids().size());
        if (!ids.isEmpty()) {
            SaveReport report = engine.save(
                    request.id(),
                    request.hashes().subList(hits, request.hashes().size()),
                    (block, slot, bytes) -> BlockBytes.write(ids.get(block), slot, bytes));
            totals.saved(report);
        }
    }
}
