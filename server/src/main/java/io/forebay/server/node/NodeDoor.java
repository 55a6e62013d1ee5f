package io.forebay.server.node;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
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
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.lease.LeaseId;
import io.forebay.core.lease.LeaseOutcome;
import io.forebay.core.peer.Hello;
import io.forebay.core.peer.HelloReply;
import io.forebay.core.peer.LockId;
import io.forebay.core.peer.PeerProtocol;
import io.forebay.core.peer.TransferGrant;
import io.forebay.core.peer.TransferQuery;
import io.forebay.node.Node;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// What the control port serves before the node exists: the node must know its port to start, and the port must have
/// something to serve to open. Shut until [#open], it answers that the caller should try again. Safe from any thread.
final class NodeDoor implements EngineProtocol, PeerProtocol {
    private volatile Optional<Node> node = Optional.empty();

    /// From now on requests reach the node.
    void open(Node behind) {
        node = Optional.of(behind);
    }

    private <T> void pass(Consumer<Answer<T>> then, Consumer<Node> request) {
        node.ifPresentOrElse(request, () -> then.accept(Answer.failed(Remedy.RETRY, "the node is starting")));
    }

    @Override
    public void register(Registration request, Consumer<Answer<Registered>> then) {
        pass(then, behind -> behind.register(request, then));
    }

    @Override
    public void deregister(InstanceId instance, int rank) {
        node.ifPresent(behind -> behind.deregister(instance, rank));
    }

    @Override
    public void reserve(Reserve request, Consumer<Answer<List<Reservation>>> then) {
        pass(then, behind -> behind.reserve(request, then));
    }

    @Override
    public void seal(Seal request, Consumer<Answer<List<SealOutcome>>> then) {
        pass(then, behind -> behind.seal(request, then));
    }

    @Override
    public void abort(Abort request, Consumer<Answer<List<SealOutcome>>> then) {
        pass(then, behind -> behind.abort(request, then));
    }

    @Override
    public void query(Query request, Consumer<Answer<QueryReply>> then) {
        pass(then, behind -> behind.query(request, then));
    }

    @Override
    public void prefixLength(PrefixLength request, Consumer<Answer<PrefixLengths>> then) {
        pass(then, behind -> behind.prefixLength(request, then));
    }

    @Override
    public void prefetch(EnginePrefetch request, Consumer<Answer<PrefetchReply>> then) {
        pass(then, behind -> behind.prefetch(request, then));
    }

    @Override
    public void release(InstanceId instance, LeaseId lease, Consumer<Answer<LeaseOutcome>> then) {
        pass(then, behind -> behind.release(instance, lease, then));
    }

    @Override
    public void renew(InstanceId instance, LeaseId lease, Consumer<Answer<LeaseOutcome>> then) {
        pass(then, behind -> behind.renew(instance, lease, then));
    }

    @Override
    public void marker(InstanceId instance, Consumer<Answer<Long>> then) {
        pass(then, behind -> behind.marker(instance, then));
    }

    @Override
    public void awaitHandoff(AwaitHandoff request, Consumer<Answer<HandoffReport>> then) {
        pass(then, behind -> behind.awaitHandoff(request, then));
    }

    @Override
    public void hello(Hello request, long timeoutNanos, Consumer<Answer<HelloReply>> then) {
        pass(then, behind -> behind.hello(request, timeoutNanos, then));
    }

    @Override
    public void queryBlocks(TransferQuery request, long timeoutNanos, Consumer<Answer<TransferGrant>> then) {
        pass(then, behind -> behind.queryBlocks(request, timeoutNanos, then));
    }

    @Override
    public void releaseLock(LockId lock, long timeoutNanos, Consumer<Answer<Boolean>> then) {
        pass(then, behind -> behind.releaseLock(lock, timeoutNanos, then));
    }
}
