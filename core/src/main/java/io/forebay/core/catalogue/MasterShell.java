package io.forebay.core.catalogue;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Invariant;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import io.forebay.core.events.EventFigures;
import io.forebay.core.events.EventProtocol;
import io.forebay.core.events.EventTerms;
import io.forebay.core.prefetch.PrefetchEvent;
import io.forebay.core.prefetch.PromotionStats;
import io.forebay.core.prefetch.TaskEnd;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/// The [Catalogue]'s one owner: it takes requests in, and carries them out a batch at a time in a fixed order:
/// decide and apply each, journal what is durable, and only then release the replies.
///
/// A prefix query that watches is decided like any other, and if that leaves something missing it is held
/// ([HeldQueries]) in the same step, so that no registration comes between: it is decided once more when all is
/// there or its time is over.
///
/// A pull of promotion tasks is held back in the same way until there is work ([HeldPulls]).
///
/// Single-threaded, and without a thread of its own: every method is called on its owner's thread, the
/// simulator's or the master's writer thread, which hands requests over from its own queue. `then` is called on
/// that thread, from [#drain], or at once when the inbox is full.
public final class MasterShell implements MasterProtocol, PromotionProtocol, RouterProtocol {
    private final Catalogue catalogue;
    private final Journal journal;
    private final LongSupplier nanoClock;
    private final int inboxLimit;
    private final Queue<MasterRequest<?>> inbox = new ArrayDeque<>();
    private final HeldQueries held = new HeldQueries();
    private final HeldPulls pulls = new HeldPulls();
    private final Subscriptions subscriptions;
    private boolean tickDue;
    private DecisionWatcher watcher = DecisionWatcher.NONE;

    /// @param catalogue this shell's alone from now on
    /// @param nanoClock never goes back
    /// @param inboxLimit requests that wait for [#drain]; the next one fails at once
    public MasterShell(Catalogue catalogue, Journal journal, LongSupplier nanoClock, int inboxLimit) {
        this(catalogue, journal, nanoClock, inboxLimit, EventTerms.defaults());
    }

    /// The same with bounds for the event stream.
    public MasterShell(
            Catalogue catalogue, Journal journal, LongSupplier nanoClock, int inboxLimit, EventTerms eventTerms) {
        Invariant.check(inboxLimit >= 1, "an inbox holds at least 1 request");
        this.catalogue = catalogue;
        this.journal = journal;
        this.nanoClock = nanoClock;
        this.inboxLimit = inboxLimit;
        this.subscriptions = new Subscriptions(catalogue, eventTerms, nanoClock);
    }

    /// The event stream, answered at once and at the end of each [#drain], on the owner's thread.
    public EventProtocol events() {
        return subscriptions;
    }

    /// The event stream in numbers, now.
    public EventFigures eventFigures() {
        return subscriptions.figures();
    }

    /// Told of every decision from now on.
    public void watch(DecisionWatcher by) {
        watcher = by;
    }

    @Override
    public void openSession(OpenSession request, long timeoutNanos, Consumer<Answer<SessionReply>> then) {
        put(request, SessionReply.class, timeoutNanos, then);
    }

    @Override
    public void closeSession(CloseSession request, long timeoutNanos, Consumer<Answer<AliveReply>> then) {
        put(request, AliveReply.class, timeoutNanos, then);
    }

    @Override
    public void heartbeat(Heartbeat request, long timeoutNanos, Consumer<Answer<AliveReply>> then) {
        put(request, AliveReply.class, timeoutNanos, then);
    }

    @Override
    public void ledger(LedgerBatch batch, long timeoutNanos, Consumer<Answer<LedgerReply>> then) {
        put(batch, LedgerReply.class, timeoutNanos, then);
    }

    @Override
    public void queryPrefix(PrefixQuery query, long timeoutNanos, Consumer<Answer<PrefixReply>> then) {
        put(query, PrefixReply.class, timeoutNanos, then);
    }

    @Override
    public void listNamespaces(ListNamespaces query, long timeoutNanos, Consumer<Answer<NamespacesReply>> then) {
        put(query, NamespacesReply.class, timeoutNanos, then);
    }

    @Override
    public void reportStale(ReportStale report, long timeoutNanos, Consumer<Answer<StaleReply>> then) {
        put(report, StaleReply.class, timeoutNanos, then);
    }

    @Override
    public void pullPromotions(PullPromotions pull, long timeoutNanos, Consumer<Answer<PullReply>> then) {
        put(pull, PullReply.class, timeoutNanos, then);
    }

    @Override
    public void reportPromotions(ReportPromotions report, long timeoutNanos, Consumer<Answer<AliveReply>> then) {
        put(report, AliveReply.class, timeoutNanos, then);
    }

    @Override
    public void prefetch(Prefetch request, long timeoutNanos, Consumer<Answer<PrefetchReply>> then) {
        put(request, PrefetchReply.class, timeoutNanos, then);
    }

    @Override
    public void cancelPrefetch(CancelPrefetch request, long timeoutNanos, Consumer<Answer<CancelReply>> then) {
        put(request, CancelReply.class, timeoutNanos, then);
    }

    @Override
    public void lookup(Lookup request, long timeoutNanos, Consumer<Answer<LookupReply>> then) {
        put(request, LookupReply.class, timeoutNanos, then);
    }

    @Override
    public void lookupAndPrefetch(
            LookupAndPrefetch request, long timeoutNanos, Consumer<Answer<LookupAndPrefetchReply>> then) {
        put(request, LookupAndPrefetchReply.class, timeoutNanos, then);
    }

    /// Switches triggers on or off while the master runs.
    public void switchPrefetch(SwitchPrefetch request, long timeoutNanos, Consumer<Answer<SwitchReply>> then) {
        put(request, SwitchReply.class, timeoutNanos, then);
    }

    private <R extends Reply> void put(
            Command command, Class<R> replyType, long timeoutNanos, Consumer<Answer<R>> then) {
        MasterRequest<R> request = new MasterRequest<>(command, replyType, nanoClock.getAsLong(), timeoutNanos, then);
        if (inbox.size() >= inboxLimit) {
            request.fail("the master's inbox is full: " + inboxLimit + " requests wait");
        } else {
            inbox.add(request);
        }
    }

    /// Time has passed: the next [#drain] decides a [Tick] behind the requests that wait by then, so that a
    /// heartbeat in the inbox still counts. It takes no place in the inbox, and two before one drain are one.
    public void tick() {
        tickDue = true;
    }

    /// Carries out what waits now; what its replies bring in waits for the next call. The number of commands,
    /// ticks included. A request that waited past its time-out fails undecided: nobody listens any more.
    ///
    /// @throws RuntimeException when the catalogue or the journal broke; every request of the batch has failed,
    ///     and the owner starts over with an empty catalogue and a new epoch
    public int drain() {
        List<MasterRequest<?>> batch = new ArrayList<>(inbox);
        inbox.clear();
        Replies replies = new Replies();
        replies.owe(batch);
        int commands = batch.size() + (tickDue ? 1 : 0);
        try {
            carryOut(batch, replies);
        } catch (RuntimeException broken) {
            replies.owe(held.takeAll());
            replies.owe(pulls.takeAll());
            replies.failAll("the master broke and starts over");
            subscriptions.endAll("the master broke and starts over");
            throw broken;
        }
        replies.release();
        subscriptions.wake();
        return commands;
    }

    private void carryOut(List<MasterRequest<?>> batch, Replies replies) {
        long now = nanoClock.getAsLong();
        List<Durable> durable = new ArrayList<>();
        for (MasterRequest<?> request : batch) {
            if (now - request.arrivedNanos() > request.timeoutNanos()) {
                replies.fail(request, "the request waited past its time-out in the master's inbox");
            } else {
                answer(request, step(request.command(), now, durable), now, replies);
            }
        }
        if (tickDue || isDue(catalogue.nextPromotionNanos(), now)) {
            tickDue = false;
            step(new Tick(), now, durable);
        }
        again(pulls.takeDue(now, catalogue::hasPromotions), now, durable, replies);
        again(held.takeDue(now), now, durable, replies);
        if (!durable.isEmpty()) {
            journal.append(List.copyOf(durable));
        }
    }

    /// What was held is decided once more.
    private void again(List<MasterRequest<?>> taken, long nowNanos, List<Durable> durable, Replies replies) {
        replies.owe(taken);
        taken.forEach(request -> replies.reply(request, step(request.command(), nowNanos, durable)));
    }

    private static boolean isDue(OptionalLong nanos, long nowNanos) {
        return nanos.isPresent() && nanos.getAsLong() - nowNanos <= 0;
    }

    /// A query that watches hears nothing yet, unless its node has no session that could hear it.
    private void answer(MasterRequest<?> request, Reply reply, long nowNanos, Replies replies) {
        boolean listens = request.command() instanceof PrefixQuery query
                && query.watch()
                        .map(PrefixWatch::session)
                        .filter(catalogue::isOpen)
                        .isPresent();
        boolean holds = listens
                ? held.hold(request, reply, nowNanos, key -> catalogue.hasOwner(key, nowNanos))
                : pulls.hold(request, reply, nowNanos, replies);
        if (!holds) {
            replies.reply(request, reply);
        }
    }

    private Reply step(Command command, long nowNanos, List<Durable> durable) {
        Decision decision = catalogue.decide(command, nowNanos);
        for (Event event : decision.events()) {
            catalogue.apply(event);
            held.happened(event, key -> catalogue.hasOwner(key, nowNanos));
            happened(event);
            if (event instanceof Durable kept) {
                durable.add(kept);
            }
        }
        watcher.decided(command, decision, nowNanos);
        return decision.reply();
    }

    /// What a node said of its own task, it knows: no pull is answered for that.
    private void happened(Event event) {
        if (event instanceof Durable.SessionEnded ended) {
            pulls.ended(ended.session());
        } else if (event instanceof Soft.Promotion(PrefetchEvent.Ended ended)
                && ended.end() != TaskEnd.COMPLETED
                && ended.end() != TaskEnd.FAILED) {
            pulls.ended(ended.task());
        }
    }

    /// Fails every query that is held, and holds none from now on, and ends the subscriptions: the master ends, and
    /// whoever asked asks the next one.
    public void failHeld() {
        held.takeAll().forEach(request -> request.fail("the master ends"));
        pulls.takeAll().forEach(request -> request.fail("the master ends"));
        subscriptions.endAll("the master ends");
    }

    /// When something that is held has to be answered, or a throttled prefetch tried again, on the shell's clock:
    /// [#drain] no later than that. Empty if nothing is.
    public OptionalLong nextHeldNanos() {
        return Stream.of(held.nextNanos(), pulls.nextNanos(), catalogue.nextPromotionNanos())
                .flatMapToLong(OptionalLong::stream)
                .min();
    }

    /// Queries that wait until all they ask for is there.
    public int held() {
        return held.count();
    }

    /// Requests that wait for [#drain].
    public int waiting() {
        return inbox.size();
    }

    /// The catalogue in numbers, now.
    public CatalogueStats stats() {
        return catalogue.stats(nanoClock.getAsLong());
    }

    /// The promotions in numbers, now; empty for a master without.
    public Optional<PromotionStats> promotionStats() {
        return catalogue.promotionStats();
    }

    /// The nodes with a session, now.
    public List<NodeStatus> nodes() {
        return catalogue.nodes(nanoClock.getAsLong());
    }

    /// Who has a block of this hash now, by namespace.
    public Map<Namespace, List<ReplicaStatus>> replicas(BlockHash hash) {
        return catalogue.replicas(hash, nanoClock.getAsLong());
    }

    /// The namespaces with blocks, now; so many of them at most.
    public List<NamespaceFigures> namespaces(int atMost) {
        return catalogue.namespaces().all(atMost);
    }

    /// How one of them is spread over the nodes, now; empty when nobody has a block of it.
    public Optional<NamespaceSpread> spread(Namespace namespace) {
        return catalogue.namespaces().spread(namespace, nanoClock.getAsLong());
    }
}
