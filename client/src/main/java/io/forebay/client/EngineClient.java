package io.forebay.client;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.Prefetch;
import io.forebay.core.engine.AwaitHandoff;
import io.forebay.core.engine.PrefixLength;
import io.forebay.core.engine.PrefixLengths;
import io.forebay.core.engine.Query;
import io.forebay.core.engine.QueryMode;
import io.forebay.core.engine.Reserve;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.handoff.HandoffLevel;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.handoff.HandoffScope;
import io.forebay.core.handoff.KvBlocks;
import io.forebay.core.handoff.KvReady;
import io.forebay.core.lease.LeaseId;
import io.forebay.core.lease.LeaseOutcome;
import io.forebay.core.session.NodeId;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// An engine rank's door to the cache: saves and loads blocks in place, in the pool that it shares with the
/// node of its host.
///
/// A cache that is away is a miss and never an exception, unless the client was opened as strict
/// ([CacheUnavailableException]). Bad input is an [io.forebay.core.answer.InvalidInput] either way, and has
/// changed nothing. The client connects in the background and comes back by itself, after pauses of 100 ms to 2
/// s.
///
/// Every wait is bounded: by the deadline given (and at most 250 ms of slack), or by the options' call time-out
/// for each answer that has no deadline. An interrupted thread stops waiting, gets what a time-out would have
/// given it, and stays interrupted. Safe from any thread; requests of several threads run at once.
public final class EngineClient implements AutoCloseable {
    /// In requests that are only made to be checked.
    private static final long NO_POOL = 0;

    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final EngineOptions options;
    private final Reconnector reconnector;
    private final LongSupplier nanoClock;
    private final RequestScopes scopes = new RequestScopes();

    /// Fills the slots of the blocks that a save has room for.
    @FunctionalInterface
    public interface BlockWriter {
        /// Writes one slot, on the thread that called `save`, blocks in ascending order and within each the
        /// slots of this rank.
        ///
        /// @param block index into the hashes given to `save`
        /// @param slot number of the layout
        /// @param bytes the slot in the pool, padding included, of `Layout.slotBytes`; not to be touched after
        ///     the return
        void write(int block, int slot, MemorySegment bytes);
    }

    /// How the blocks of one save ended; the counts add up to the hashes given.
    ///
    /// @param written by this rank, and sealed
    /// @param present resident before, or a repetition of one that was written
    /// @param elsewhere being written by another instance, request or thread
    /// @param noRoom the node has no room; the engine keeps its own copy
    /// @param failed the node was away, went away, or had dropped the reservation
    public record SaveReport(int written, int present, int elsewhere, int noRoom, int failed) {}

    private EngineClient(EngineOptions options, Reconnector reconnector, LongSupplier nanoClock) {
        this.options = options;
        this.reconnector = reconnector;
        this.nanoClock = nanoClock;
    }

    /// A client that reaches its node over gRPC.
    ///
    /// @throws CacheUnavailableException if strict and there is no registration within the call time-out
    public static EngineClient open(EngineOptions options) {
        String threadName = "forebay-client-" + options.instance() + "-" + options.rank();
        return open(options, WireConnector.of(options), Surroundings.real(threadName));
    }

    /// A client over connections, a timer (its own from now on), a clock and a source of chance of the
    /// caller's.
    ///
    /// @throws CacheUnavailableException if strict and there is no registration within the call time-out
    public static EngineClient open(EngineOptions options, EngineConnector connector, Surroundings surroundings) {
        Timer timer = surroundings.timer();
        var reconnector = new Reconnector(options, connector, timer, new BackOff(surroundings.random()));
        var client = new EngineClient(options, reconnector, surroundings.nanoClock());
        reconnector.start();
        if (options.strict()) {
            client.requireConnected();
        }
        return client;
    }

    private void requireConnected() {
        boolean connected = false;
        try {
            connected = awaitConnected(options.callTimeout());
        } finally {
            if (!connected) {
                close();
            }
        }
        if (!connected) {
            throw away("no registration within " + options.callTimeout());
        }
    }

    public boolean isConnected() {
        return reconnector.current().isPresent();
    }

    /// Waits until the client is registered.
    ///
    /// @return false if it is not by then
    /// @throws io.forebay.core.answer.InvalidInput if the node refuses what the options say, such as a layout
    ///     that differs from the one that the other ranks gave
    public boolean awaitConnected(Duration timeout) {
        return reconnector.await(nanos(timeout));
    }

    /// The namespace of this engine's blocks, as the node said it; empty while the node is away.
    public Optional<Namespace> namespace() {
        return reconnector.current().map(live -> live.registered().namespace());
    }

    /// Saves this rank's slots of the blocks that the node has neither got nor is getting: reserves room, has
    /// `writer` fill it in place, and seals. Waits at most twice the call time-out beside what `writer` takes.
    ///
    /// If `writer` throws, the blocks of this save are given back and the exception is passed on.
    /// If the node goes away meanwhile they count as failed; a strict client throws if any block failed.
    ///
    /// @param requestId the engine's request; the scope of [#awaitHandoff]
    /// @param hashes 1–65,536; one that is repeated is written once
    public SaveReport save(String requestId, List<BlockHash> hashes, BlockWriter writer) {
        var checked = new Reserve(options.instance(), NO_POOL, requestId, options.rank(), hashes);
        SaveTally tally = new SaveTally(checked.hashes());
        try {
            reconnector.current().ifPresent(live -> new SaveRun(options, live, requestId, tally).run(writer));
        } finally {
            scopes.add(requestId, tally.scope());
        }
        SaveReport report = tally.report();
        if (options.strict() && report.failed() > 0) {
            throw away(report.failed() + " of " + hashes.size() + " blocks could not be saved");
        }
        return report;
    }

    /// Finds the longest prefix of a chain of blocks, in the node's memory and where needed in its peers', and
    /// holds it in place. Always one outcome for each block.
    ///
    /// @param requestId the engine's request; asked again with the same hashes it is the same query
    /// @param hashes the whole chain, 1–65,536
    /// @param deadline when the answer must be final, from now; 1 ms to 10 minutes
    public Loaded query(String requestId, List<BlockHash> hashes, Duration deadline) {
        return query(requestId, hashes, deadline, QueryMode.LONGEST_PREFIX);
    }

    /// Finds all of a chain of blocks or nothing: waits until the node and its peers together have every block,
    /// and answers early enough before the deadline that what was found could be read. Then it holds all in
    /// place; or nothing, and then each outcome is a miss, [Outcome#MISS_INCOMPLETE] for a block that was there.
    /// Otherwise like [#query].
    public Loaded queryFull(String requestId, List<BlockHash> hashes, Duration deadline) {
        return query(requestId, hashes, deadline, QueryMode.FULL_PREFIX);
    }

    /// How much of a chain a query could have now, in the node's own memory and in the whole cluster. Fetches, leases
    /// and touches nothing; zero and not complete while the node is away.
    ///
    /// @param deadline how long the master may be waited for; 1 ms to 10 minutes
    public PrefixLengths prefixLength(List<BlockHash> hashes, Duration deadline) {
        PrefixLength request = new PrefixLength(options.instance(), hashes, nanos(deadline));
        return reconnector
                .current()
                .flatMap(live -> PendingReply.<PrefixLengths>await(
                                then -> live.protocol().prefixLength(request, then),
                                late -> {},
                                request.deadlineNanos() + QueryRun.GRACE_NANOS)
                        .flatMap(live::value))
                .orElseGet(() -> {
                    if (options.strict()) {
                        throw away("the question for a prefix's length got no answer");
                    }
                    return new PrefixLengths(0, 0, false);
                });
    }

    /// A request will read these blocks in so long: those on SSD alone are to be in memory by then. For
    /// engines without a router; the node asks the master. It never throws because somebody is away, strict
    /// or not: no trigger is worth a request. Each batch of [Prefetch#MAX_HASHES] is answered within the call
    /// time-out.
    ///
    /// @param requestId the request; may be empty
    /// @param needIn from now; 0 to 10 minutes
    /// @return a failure where the node or its master is away: nothing is known to be done
    public Answer<TriggerReport> prefetch(List<BlockHash> hashes, String requestId, Duration needIn) {
        long needInNanos = nanos(needIn);
        Prefetch.check(List.of(), requestId, needInNanos);
        return reconnector
                .current()
                .map(live -> new EngineTrigger(live, requestId, needInNanos, options.callTimeoutNanos()).ask(hashes))
                .orElseGet(() -> Answer.failed(Remedy.RETRY, "the node at " + options.nodeAddress() + " is away"));
    }

    private Loaded query(String requestId, List<BlockHash> hashes, Duration deadline, QueryMode mode) {
        Query query = new Query(options.instance(), NO_POOL, requestId, hashes, nanos(deadline), 0, mode);
        return reconnector
                .current()
                .flatMap(live -> new QueryRun(live, query, nanoClock).run())
                .orElseGet(() -> {
                    if (options.strict()) {
                        throw away("the query got no answer");
                    }
                    return Loaded.missed(hashes.size(), Outcome.MISS_NODE_UNAVAILABLE);
                });
    }

    /// Gives the lease of `loaded` its full time again. [LeaseOutcome#UNKNOWN] also if it holds none, is
    /// closed, or the node is away: its blocks may go at any moment.
    public LeaseOutcome renew(Loaded loaded) {
        return loaded.renew(this::renew);
    }

    private Optional<LeaseOutcome> renew(LiveRegistration live, LeaseId lease) {
        return PendingReply.<LeaseOutcome>await(
                        then -> live.protocol().renew(options.instance(), lease, then),
                        late -> {},
                        options.callTimeoutNanos())
                .flatMap(live::value);
    }

    /// Waits until other nodes can find the request's blocks, and counts them.
    ///
    /// @param deadline from now; 1 ms to 10 minutes
    public HandoffReport awaitHandoff(String requestId, Duration deadline) {
        return awaitHandoff(new HandoffScope.OfRequest(requestId), deadline, false);
    }

    /// Waits until other nodes can find the scope's blocks.
    ///
    /// Never says more than is true: keys that are named in the scope, or that this client tried to save or found
    /// present for its request, and that the node does not account for (it is away, or has forgotten them in a
    /// restart), count as pending. What was saved since a marker is known to the node alone: without its word the
    /// report is *forgotten*. Epoch 0 says that there is no word of a master.
    ///
    /// @param deadline from now; 1 ms to 10 minutes
    /// @param withKeys whether the report names the blocks, too
    public HandoffReport awaitHandoff(HandoffScope scope, Duration deadline, boolean withKeys) {
        return awaitHandoff(scope, HandoffLevel.REGISTERED, deadline, withKeys);
    }

    /// Waits until the scope's blocks have come as far as `level` says; else as the one above.
    public HandoffReport awaitHandoff(HandoffScope scope, HandoffLevel level, Duration deadline, boolean withKeys) {
        var request = new AwaitHandoff(options.instance(), scope, level, nanos(deadline), withKeys);
        Barrier barrier = new Barrier(request, scopes);
        Optional<HandoffReport> said = reconnector.current().flatMap(barrier::ask);
        if (said.isEmpty() && options.strict()) {
            throw away("the barrier got no answer");
        }
        HandoffReport whole = barrier.whole(said);
        if (said.isPresent() && whole.isComplete() && scope instanceof HandoffScope.OfRequest(String requestId)) {
            scopes.forget(requestId);
        }
        return whole;
    }

    /// Hands a request over: waits until other nodes can find the chain on this one, or until the policy has seen
    /// enough, and makes the signal for the decode engine. One deadline bounds all of it. Every block of the chain
    /// counts, whoever saved it: one that this node does not have is gone.
    ///
    /// @param chain the request's blocks, front to back, 1–65,536: those that the decode engine will ask for
    /// @param deadline from now; 1 ms to 10 minutes
    public HandedOver handOver(String requestId, List<BlockHash> chain, HandoffPolicy policy, Duration deadline) {
        KvBlocks blocks = new KvBlocks.Listed(chain);
        HandoffScope scope = new HandoffScope.OfKeys(chain);
        var checked = new AwaitHandoff(options.instance(), requestId, HandoffLevel.REGISTERED, nanos(deadline));
        Handover.End end =
                new Handover(policy, nanoClock, wait -> awaitHandoff(scope, wait, false)).run(checked.deadlineNanos());
        Optional<NodeId> node =
                reconnector.current().flatMap(live -> live.registered().node());
        return new HandedOver(end.decision(), new KvReady(requestId, options.namespace(), blocks, end.report(), node));
    }

    /// A marker: what this engine saves from now on is since it, for [HandoffScope.Since]. Empty while the node is
    /// away. With a lost registration the marker is lost, too: a barrier on it then says *forgotten*.
    public OptionalLong marker() {
        return reconnector
                .current()
                .flatMap(live -> PendingReply.<Long>await(
                                then -> live.protocol().marker(options.instance(), then),
                                late -> {},
                                options.callTimeoutNanos())
                        .flatMap(live::value))
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    /// Gives all leases back, deregisters and unmaps. Waits at most a second (or the call time-out, if that is
    /// shorter) for the node's answers and another for the connection's end. Every [Loaded] of this client is
    /// closed by it. A save that is under way in another thread ends with failed blocks; what it writes to
    /// stays mapped for it, and the instance's lock held. Calling it again does nothing.
    @Override
    public void close() {
        reconnector.retire().ifPresent(live -> {
            live.releaseAll(Math.min(CLOSE_NANOS, options.callTimeoutNanos()));
            live.protocol().deregister(options.instance(), options.rank());
            live.end();
        });
        reconnector.stop();
    }

    private CacheUnavailableException away(String what) {
        return new CacheUnavailableException("the node at " + options.nodeAddress() + " is away: " + what);
    }

    /// Saturates, so that an absurd duration is refused by its limit and not by an overflow.
    private static long nanos(Duration duration) {
        return TimeUnit.NANOSECONDS.convert(duration);
    }
}
