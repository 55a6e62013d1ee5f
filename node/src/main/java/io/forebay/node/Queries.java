package io.forebay.node;

import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.Query;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.extent.StoredBlock;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.fetch.OutcomeRun;
import io.forebay.core.fetch.Outcomes;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.lease.LeaseChange;
import io.forebay.core.lease.LeaseId;
import io.forebay.core.lease.LeaseOutcome;
import io.forebay.core.recorder.Happening;
import io.forebay.core.recorder.Keys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Answers engine queries: walks the chain in this node's memory, has the rest fetched, and turns what is there into
/// a lease. Each block asked for is counted once under its outcome, however often the engine asks again. Loop thread
/// only.
final class Queries {
    private static final int MAX_RUNS = 16_384;

    /// Hashes of all runs together.
    private static final int MAX_HASHES = 1 << 20;

    private static final int MAX_WAITERS = 16;
    private static final long MAX_WAIT_NANOS = 60_000_000_000L;

    private final FetchKit kit;
    private final Leasing leasing;
    private final Map<RequestKey, QueryRun> runs = new LinkedHashMap<>();
    private final Map<LeaseId, RequestKey> byLease = new HashMap<>();
    private final FetchGates gates;
    private final FullPrefixes fulls;
    private int hashes;

    private record RequestKey(InstanceId instance, String requestId) {}

    Queries(FetchKit kit, Leasing leasing) {
        this.kit = kit;
        this.leasing = leasing;
        this.gates = new FetchGates(kit.settings().fetch());
        this.fulls = new FullPrefixes(kit, gates);
    }

    void query(Instance instance, Query request, Consumer<QueryReply> then) {
        RequestKey key = new RequestKey(instance.id, request.requestId());
        QueryRun run = runs.get(key);
        if (run != null && (!isOf(run, request) || isOver(run))) {
            forget(key, run);
            run = null;
        }
        if (run == null) {
            Keys keys = kit.diary().keys(instance.blocks.namespace, request.hashes());
            run = new QueryRun(instance, request, keys);
            boundRuns(run.hashes.size());
            runs.put(key, run);
            hashes += run.hashes.size();
            kit.counters().queries.increment();
            kit.diary()
                    .tell(new Happening.Asked(
                            kit.loop().nanoTime(), instance.id.name(), run.request, run.keys, request.deadlineNanos()));
            kit.residents().asked(instance.blocks, run.request, run.hashes);
            switch (request.mode()) {
                case LONGEST_PREFIX -> begin(key, run, request.deadlineNanos());
                case FULL_PREFIX -> beginFull(key, run, request.deadlineNanos());
            }
        }
        answer(run, Math.min(request.waitNanos(), MAX_WAIT_NANOS), then);
    }

    /// A kept answer is good as long as its lease can be.
    private boolean isOver(QueryRun run) {
        long age = kit.loop().nanoTime() - run.readyNanos;
        return run.ready != null && age >= kit.settings().leases().engineNanos();
    }

    private static boolean isOf(QueryRun run, Query request) {
        return run.mode == request.mode() && run.hashes.equals(request.hashes());
    }

    private void beginFull(RequestKey key, QueryRun run, long deadlineNanos) {
        if (beyond(run) != null) {
            concludeNothing(key, run, 0, Outcome.MISS_LOCAL_PRESSURE);
            return;
        }
        fulls.start(run, deadlineNanos, new FullPrefix.End() {
            @Override
            public void full(Brought all) {
                hold(run, all);
                if (dropDamaged(run)) {
                    int good = run.held.size();
                    kit.room().unhold(List.copyOf(run.held));
                    run.held.clear();
                    concludeNothing(key, run, good, Outcome.MISS_CORRUPT);
                } else {
                    conclude(key, run, Outcomes.of(run.hits, run.hashes.size(), null));
                }
            }

            @Override
            public void incomplete(int there, Outcome cause) {
                concludeNothing(key, run, there, cause);
            }
        });
    }

    private void concludeNothing(RequestKey key, QueryRun run, int there, Outcome cause) {
        conclude(key, run, Outcomes.ofNothing(there, run.hashes.size(), cause));
    }

    private static void hold(QueryRun run, Brought brought) {
        run.held.addAll(brought.blocks());
        run.hits.addAll(brought.hits());
    }

    private void begin(RequestKey key, QueryRun run, long deadlineNanos) {
        long leasable = kit.room().leasableBytes(kit.settings().leases().heldShare());
        NamespaceBlocks blocks = run.instance.blocks;
        for (BlockHash hash : describable(run)) {
            ResidentBlock block = blocks.inMemory(hash);
            if (block == null) {
                break;
            }
            if (block.holds == 0 && (leasable -= block.bytes) < 0) {
                conclude(key, run, Outcome.MISS_LOCAL_PRESSURE);
                return;
            }
            kit.residents().use(block);
            kit.residents().hold(block);
            run.held.add(block);
            run.hits.add(block.outcome());
        }
        int local = run.held.size();
        if (local == describable(run).size()) {
            conclude(key, run, beyond(run));
        } else {
            fetch(key, run, local, deadlineNanos);
        }
    }

    /// The leading hashes whose slots one reply can describe.
    private static List<BlockHash> describable(QueryRun run) {
        int most = Limits.replyBlocks(run.instance.layout.slotCount());
        return run.hashes.size() <= most ? run.hashes : run.hashes.subList(0, most);
    }

    /// Why a block behind the describable ones misses; null when there is none.
    private static @Nullable Outcome beyond(QueryRun run) {
        return describable(run).size() < run.hashes.size() ? Outcome.MISS_LOCAL_PRESSURE : null;
    }

    private void fetch(RequestKey key, QueryRun run, int local, long deadlineNanos) {
        List<BlockHash> missing =
                describable(run).subList(local, describable(run).size());
        Bringing bringing = new Bringing(kit, gates, run, missing, result -> {
            hold(run, result);
            conclude(key, run, result.cause() == null ? beyond(run) : result.cause());
        });
        run.bringing = bringing;
        bringing.start(deadlineNanos);
    }

    private void conclude(RequestKey key, QueryRun run, @Nullable Outcome cause) {
        run.bringing = null;
        Outcome missed = dropDamaged(run) ? Outcome.MISS_CORRUPT : cause;
        conclude(key, run, Outcomes.of(run.hits, run.hashes.size(), missed));
    }

    private void conclude(RequestKey key, QueryRun run, List<Outcome> outcomes) {
        List<OutcomeRun> ended = OutcomeRun.of(outcomes);
        ended.forEach(some -> kit.counters().count(some.outcome(), some.count()));
        kit.diary()
                .tell(new Happening.Answered(
                        kit.loop().nanoTime(), run.instance.id.name(), run.request, run.keys, ended));
        answerReady(key, run, outcomes);
    }

    private void answerReady(RequestKey key, QueryRun run, List<Outcome> outcomes) {
        List<StoredBlock> stored = new ArrayList<>(run.held.size());
        for (ResidentBlock block : run.held) {
            stored.add(block.stored);
        }
        LeaseId lease = run.held.isEmpty() ? null : leasing.grant(run.instance, List.copyOf(run.held));
        if (lease != null && runs.get(key) == run) {
            byLease.put(lease, key);
        }
        run.held.clear();
        run.hits.clear();
        QueryReply.Ready ready = new QueryReply.Ready(lease, stored, outcomes);
        run.ready = ready;
        run.readyNanos = kit.loop().nanoTime();
        run.waiters.forEach(waiter -> waiter.accept(ready));
        run.waiters.clear();
    }

    /// A block was found damaged while the rest was fetched: what begins with it is let go.
    private boolean dropDamaged(QueryRun run) {
        for (int i = 0; i < run.held.size(); i++) {
            if (run.held.get(i).damaged) {
                List<ResidentBlock> rest = run.held.subList(i, run.held.size());
                kit.room().unhold(List.copyOf(rest));
                rest.clear();
                run.hits.subList(i, run.hits.size()).clear();
                return true;
            }
        }
        return false;
    }

    private void answer(QueryRun run, long waitNanos, Consumer<QueryReply> then) {
        if (run.ready != null) {
            then.accept(run.ready);
        } else if (waitNanos == 0 || run.waiters.size() >= MAX_WAITERS) {
            then.accept(new QueryReply.Loading());
        } else {
            run.waiters.add(then);
            kit.loop().after(waitNanos, () -> {
                if (run.waiters.remove(then)) {
                    then.accept(new QueryReply.Loading());
                }
            });
        }
    }

    /// Gives back one use of a lease. With the last one the query is over, and is asked anew; until then the other
    /// ranks
    /// of the instance get the same answer and share the lease.
    LeaseOutcome release(InstanceId instance, LeaseId lease) {
        LeaseChange<ResidentBlock> change = leasing.release(lease, instance);
        RequestKey key = change.released().isEmpty() ? null : byLease.get(lease);
        if (key != null) {
            remove(key);
        }
        return change.outcome();
    }

    private void forget(RequestKey key, QueryRun run) {
        remove(key);
        drop(run);
    }

    private void remove(RequestKey key) {
        QueryRun run = runs.remove(key);
        if (run != null) {
            hashes -= run.hashes.size();
            if (run.ready != null && run.ready.lease() != null) {
                byLease.remove(run.ready.lease());
            }
        }
    }

    /// Ends a run that nobody asks for any more: its fetch, and every use of its lease.
    private void drop(QueryRun run) {
        stop(run, Outcome.MISS_DEADLINE);
        LeaseId lease = run.ready == null ? null : run.ready.lease();
        if (lease != null) {
            for (int use = 0; use < run.instance.layout.ranks(); use++) {
                leasing.release(lease, run.instance.id);
            }
        }
    }

    /// The oldest answered runs make place for a new one; their leases stay until they are released or expire.
    private void boundRuns(int more) {
        for (RequestKey oldest : List.copyOf(runs.keySet())) {
            if (runs.size() < MAX_RUNS && hashes + more <= MAX_HASHES) {
                return;
            }
            QueryRun run = runs.get(oldest);
            if (run != null && run.ready != null) {
                remove(oldest);
            }
        }
    }

    /// The instance has ended.
    void end(InstanceId instance) {
        Map<RequestKey, QueryRun> mine = new LinkedHashMap<>(runs);
        mine.keySet().removeIf(key -> !key.instance().equals(instance));
        mine.forEach(this::forget);
    }

    /// The node is shutting down: every query ends with what has come.
    void stopAll() {
        for (QueryRun run : List.copyOf(runs.values())) {
            stop(run, Outcome.MISS_LOCAL_PRESSURE);
        }
    }

    private static void stop(QueryRun run, Outcome cause) {
        if (run.bringing != null) {
            run.bringing.stop(cause);
        }
        if (run.full != null) {
            run.full.stop(cause);
        }
    }

    /// Blocks have come into this node's memory.
    void blocksAdmitted() {
        fulls.blocksAdmitted();
    }

    /// The master knows nothing of what was asked of an earlier one.
    void sessionOpened() {
        fulls.sessionOpened();
    }

    /// Queries that wait until all they ask for is there.
    int watches() {
        return fulls.count();
    }

    /// What bounds the fetches, for figures.
    FetchGates gates() {
        return gates;
    }
}
