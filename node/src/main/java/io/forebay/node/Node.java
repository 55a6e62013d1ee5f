package io.forebay.node;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Remedy;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.catalogue.PrefetchReply;
import io.forebay.core.engine.Abort;
import io.forebay.core.engine.AwaitHandoff;
import io.forebay.core.engine.EnginePrefetch;
import io.forebay.core.engine.EngineProtocol;
import io.forebay.core.engine.PrefixLength;
import io.forebay.core.engine.PrefixLengths;
import io.forebay.core.engine.Query;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.engine.Registered;
import io.forebay.core.engine.Registration;
import io.forebay.core.engine.Reservation;
import io.forebay.core.engine.Reserve;
import io.forebay.core.engine.Seal;
import io.forebay.core.engine.SealOutcome;
import io.forebay.core.extent.StoredBlock;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.lease.LeaseId;
import io.forebay.core.lease.LeaseOutcome;
import io.forebay.core.ledger.KeyState;
import io.forebay.core.peer.Hello;
import io.forebay.core.peer.HelloReply;
import io.forebay.core.peer.LockId;
import io.forebay.core.peer.PeerProtocol;
import io.forebay.core.peer.TransferGrant;
import io.forebay.core.peer.TransferQuery;
import io.forebay.core.recorder.Recollection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A node: keeps blocks for the engines of its host and serves them to peers.
///
/// Safe from any thread: each request is handed to the node's [Loop], where the parts ([NodeBody]) carry it out, and
/// answered from there. When the loop's queue is full the request fails with [Remedy#RETRY] at once. Input that
/// breaks a
/// rule is refused and changes nothing; a failed invariant fails the request that met it.
public final class Node implements EngineProtocol, PeerProtocol {
    /// The id under which the pool is registered with every fabric.
    public static final int POOL_REGION = 1;

    private final Loop loop;
    private final NodeBody body;

    private Node(Loop loop, NodeBody body) {
        this.loop = loop;
        this.body = body;
    }

    /// Starts a node. Any thread; its first step is queued on the loop.
    public static Node start(NodeParts parts, NodeEvents events) {
        NodeBody body = new NodeBody(parts, events);
        parts.loop().post(body::start);
        return new Node(parts.loop(), body);
    }

    /// Room in this node's pool for values that are no blocks of engines.
    public ForeignRoom foreignRoom() {
        return new ForeignRoom(loop, body.room);
    }

    private <T> void ask(Consumer<Answer<T>> then, Runnable request) {
        Runnable guarded = () -> {
            try {
                request.run();
            } catch (InvalidInput e) {
                then.accept(Answer.refused(e));
            } catch (RuntimeException e) {
                body.failed(e);
                then.accept(Answer.failed(Remedy.RECOMPUTE, "internal error: " + e.getMessage()));
            }
        };
        if (!loop.offer(guarded)) {
            then.accept(Answer.failed(Remedy.RETRY, "the node's queue is full or it is shutting down"));
        }
    }

    /// Takes the node out of service or puts it back: while it drains it takes no saves and no promotions, serves
    /// all it has, and has the master name others before it. The answer says how it stands.
    public void drain(boolean on, Consumer<Answer<Boolean>> then) {
        reply(then, () -> body.drain(on));
    }

    /// Drops blocks from memory and SSD, whatever their namespaces: they are not found here any more, and who reads one
    /// keeps its memory until it lets go.
    ///
    /// @param hashes 1 to 256
    /// @param then hears what each came to once that survives a restart; fails, within 5 s, where that is not known
    public void drop(List<BlockHash> hashes, Consumer<Answer<List<Dropped>>> then) {
        ask(then, () -> body.drop(hashes, then));
    }

    private <T> void reply(Consumer<Answer<T>> then, Supplier<T> request) {
        ask(then, () -> then.accept(Answer.ok(request.get())));
    }

    @Override
    public void register(Registration request, Consumer<Answer<Registered>> then) {
        reply(then, () -> body.register(request));
    }

    @Override
    public void deregister(InstanceId instance, int rank) {
        loop.post(() -> body.instances.deregister(instance, rank));
    }

    @Override
    public void reserve(Reserve request, Consumer<Answer<List<Reservation>>> then) {
        ask(then, () -> {
            Instance instance = body.instances.require(request.instance(), request.rank());
            body.instances.requirePool(request.poolNonce());
            body.reserve(instance, request, answers -> then.accept(Answer.ok(answers)));
        });
    }

    @Override
    public void seal(Seal request, Consumer<Answer<List<SealOutcome>>> then) {
        ask(
                then,
                () -> body.saves.seal(
                        body.instances.require(request.instance(), request.rank()),
                        request,
                        outcomes -> then.accept(Answer.ok(outcomes))));
    }

    @Override
    public void abort(Abort request, Consumer<Answer<List<SealOutcome>>> then) {
        reply(then, () -> body.saves.abort(body.instances.require(request.instance(), request.rank()), request));
    }

    @Override
    public void query(Query request, Consumer<Answer<QueryReply>> then) {
        ask(then, () -> {
            Instance instance = body.instances.require(request.instance());
            body.instances.requirePool(request.poolNonce());
            body.queries.query(instance, request, reply -> then.accept(Answer.ok(reply)));
        });
    }

    @Override
    public void prefixLength(PrefixLength request, Consumer<Answer<PrefixLengths>> then) {
        ask(then, () -> {
            Instance instance = body.instances.require(request.instance());
            body.lengths.ask(instance, request, lengths -> then.accept(Answer.ok(lengths)));
        });
    }

    @Override
    public void prefetch(EnginePrefetch request, Consumer<Answer<PrefetchReply>> then) {
        ask(then, () -> body.triggers.ask(body.instances.require(request.instance()), request, then));
    }

    @Override
    public void release(InstanceId instance, LeaseId lease, Consumer<Answer<LeaseOutcome>> then) {
        reply(then, () -> body.queries.release(instance, lease));
    }

    @Override
    public void renew(InstanceId instance, LeaseId lease, Consumer<Answer<LeaseOutcome>> then) {
        reply(then, () -> body.leasing.renew(lease, instance));
    }

    @Override
    public void marker(InstanceId instance, Consumer<Answer<Long>> then) {
        reply(then, () -> body.handoffs.marker(body.instances.require(instance).id));
    }

    @Override
    public void awaitHandoff(AwaitHandoff request, Consumer<Answer<HandoffReport>> then) {
        ask(then, () -> {
            Instance instance = body.instances.require(request.instance());
            body.handoffs.await(instance, request, report -> then.accept(Answer.ok(report)));
        });
    }

    @Override
    public void hello(Hello request, long timeoutNanos, Consumer<Answer<HelloReply>> then) {
        reply(then, () -> body.serving.hello(request));
    }

    @Override
    public void queryBlocks(TransferQuery request, long timeoutNanos, Consumer<Answer<TransferGrant>> then) {
        switch (request.tier()) {
            case MEMORY -> reply(then, () -> body.serving.queryBlocks(request));
            case LOCAL_DISK ->
                ask(then, () -> body.diskServing.query(request, timeoutNanos, grant -> then.accept(Answer.ok(grant))));
        }
    }

    @Override
    public void releaseLock(LockId lock, long timeoutNanos, Consumer<Answer<Boolean>> then) {
        reply(then, () -> body.serving.releaseLock(lock));
    }

    /// What the flight recorder holds, for whoever searches it elsewhere, and how the blocks of a hash stand now.
    ///
    /// @param block empty: nobody asks about a block
    public void recall(Optional<BlockHash> block, Consumer<Answer<Recollection>> then) {
        reply(then, () -> body.recall(block));
    }

    /// The figures of this moment; `then` is called on the loop's thread.
    public void stats(Consumer<NodeStats> then) {
        loop.post(() -> then.accept(body.stats()));
    }

    /// Every resident block and where it lies. Loop thread only: for whoever steps the loop and checks it.
    public void inventory(BiConsumer<BlockKey, StoredBlock> visitor) {
        body.residents.forEach(block -> visitor.accept(block.key, block.stored));
    }

    /// How a block stands between this node and the master. Loop thread only, like [#inventory].
    public KeyState ledgerState(BlockKey key) {
        return body.ledgerState(key);
    }

    /// True while the node has a session with a master that answers. Any thread; for readiness.
    public boolean hasSession() {
        return body.hasSession();
    }

    /// Leaves in order: nothing new is taken, queries end with what has come, the master is told, links are closed.
    /// `then` is called on the loop within the master's call time-out; fabrics and pool are closed by whoever
    /// made them, after it.
    public void leave(Runnable then) {
        loop.post(() -> body.leave(then));
    }
}
