package io.forebay.wire;

import io.forebay.core.answer.Answer;
import io.forebay.core.peer.Hello;
import io.forebay.core.peer.HelloReply;
import io.forebay.core.peer.LockId;
import io.forebay.core.peer.PeerProtocol;
import io.forebay.core.peer.TransferGrant;
import io.forebay.core.peer.TransferQuery;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;

/// A node's peer side, scripted.
final class FakePeer implements PeerProtocol, AutoCloseable {
    private final ExecutorService thread = DaemonThreads.pool("fake-peer", 1);
    final Script<Hello, HelloReply> hello = new Script<>(thread);
    final Script<TransferQuery, TransferGrant> queryBlocks = new Script<>(thread);
    final Script<LockId, Boolean> releaseLock = new Script<>(thread);

    @Override
    public void hello(Hello request, long timeoutNanos, Consumer<Answer<HelloReply>> then) {
        hello.ask(request, timeoutNanos, then);
    }

    @Override
    public void queryBlocks(TransferQuery request, long timeoutNanos, Consumer<Answer<TransferGrant>> then) {
        queryBlocks.ask(request, timeoutNanos, then);
    }

    @Override
    public void releaseLock(LockId lock, long timeoutNanos, Consumer<Answer<Boolean>> then) {
        releaseLock.ask(lock, timeoutNanos, then);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
