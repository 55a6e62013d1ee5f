package io.forebay.core.catalogue;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Invariant;
import io.forebay.core.answer.Remedy;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// The [Catalogue]'s one owner: it takes requests in, and carries them out a batch at a time in a fixed order: decide
/// and apply each, journal what is durable, and only then release the replies.
///
/// Single-threaded, and without a thread of its own: every method is called on its owner's thread, the simulator's or
/// the master's writer thread, which hands requests over from its own queue. `then` is called on that thread, from
/// [#drain], or at once when the inbox is full.
public final class MasterShell implements MasterProtocol {
    private record Request<R extends Reply>(
            Command command, Class<R> replyType, long arrivedNanos, long timeoutNanos, Consumer<Answer<R>> then) {
        void reply(Reply reply) {
            then.accept(Answer.ok(replyType.cast(reply)));
        }

        void fail(String message) {
            then.accept(Answer.failed(Remedy.RETRY, message));
        }
    }

    private final Catalogue catalogue;
    private final Journal journal;
    private final LongSupplier nanoClock;
    private final int inboxLimit;
    private final Queue<Request<?>> inbox = new ArrayDeque<>();
    private boolean tickDue;
    private DecisionWatcher watcher = DecisionWatcher.NONE;

    /// @param catalogue this shell's alone from now on
    /// @param nanoClock never goes back
    /// @param inboxLimit requests that wait for [#drain]; the next one fails at once
    public MasterShell(Catalogue catalogue, Journal journal, LongSupplier nanoClock, int inboxLimit) {
        Invariant.check(inboxLimit >= 1, "an inbox holds at least 1 request");
        this.catalogue = catalogue;
        this.journal = journal;
        this.nanoClock = nanoClock;
        this.inboxLimit = inboxLimit;
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

    private <R extends Reply> void put(
            Command command, Class<R> replyType, long timeoutNanos, Consumer<Answer<R>> then) {
        Request<R> request = new Request<>(command, replyType, nanoClock.getAsLong(), timeoutNanos, then);
        if (inbox.size() >= inboxLimit) {
            request.fail("the master's inbox is full: " + inboxLimit + " requests wait");
        } else {
            inbox.add(request);
        }
    }

    /// Time has passed: the next [#drain] decides a [Tick] behind the requests that wait by then, so that a heartbeat
    /// in the inbox still counts. It takes no place in the inbox, and two before one drain are one.
    public void tick() {
        tickDue = true;
    }

    /// Carries out what waits now; what its replies bring in waits for the next call. The number of commands, ticks
    /// included. A request that waited past its time-out fails undecided: nobody listens any more.
    ///
    /// @throws RuntimeException when the catalogue or the journal broke; every request of the batch has failed, and
    ///     the owner starts over with an empty catalogue and a new epoch
    public int drain() {
        List<Request<?>> batch = new ArrayList<>(inbox);
        inbox.clear();
        List<Runnable> replies = new ArrayList<>(batch.size());
        int commands = batch.size() + (tickDue ? 1 : 0);
        try {
            carryOut(batch, replies);
        } catch (RuntimeException broken) {
            batch.forEach(request -> request.fail("the master broke and starts over"));
            throw broken;
        }
        replies.forEach(Runnable::run);
        return commands;
    }

    private void carryOut(List<Request<?>> batch, List<Runnable> replies) {
        long now = nanoClock.getAsLong();
        List<Durable> durable = new ArrayList<>();
        for (Request<?> request : batch) {
            if (now - request.arrivedNanos > request.timeoutNanos) {
                replies.add(() -> request.fail("the request waited past its time-out in the master's inbox"));
            } else {
                Reply reply = step(request.command, now, durable);
                replies.add(() -> request.reply(reply));
            }
        }
        if (tickDue) {
            tickDue = false;
            step(new Tick(), now, durable);
        }
        if (!durable.isEmpty()) {
            journal.append(List.copyOf(durable));
        }
    }

    private Reply step(Command command, long nowNanos, List<Durable> durable) {
        Decision decision = catalogue.decide(command, nowNanos);
        for (Event event : decision.events()) {
            catalogue.apply(event);
            if (event instanceof Durable kept) {
                durable.add(kept);
            }
        }
        watcher.decided(command, decision, nowNanos);
        return decision.reply();
    }

    /// Requests that wait for [#drain].
    public int waiting() {
        return inbox.size();
    }

    /// The catalogue in numbers, now.
    public CatalogueStats stats() {
        return catalogue.stats(nanoClock.getAsLong());
    }

    /// The nodes with a session, now.
    public List<NodeStatus> nodes() {
        return catalogue.nodes(nanoClock.getAsLong());
    }

    /// Who has a block of this hash now, by namespace.
    public Map<Namespace, List<ReplicaStatus>> replicas(BlockHash hash) {
        return catalogue.replicas(hash, nanoClock.getAsLong());
    }
}
