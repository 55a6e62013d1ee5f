package io.forebay.node;

import io.forebay.core.answer.Answer;
import io.forebay.core.peer.Hello;
import io.forebay.core.peer.HelloReply;
import io.forebay.core.peer.LockId;
import io.forebay.core.peer.PeerProtocol;
import io.forebay.core.peer.TransferGrant;
import io.forebay.core.peer.TransferQuery;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// A peer whose grants a test changes on their way.
record ChangedGrants(PeerProtocol peer, UnaryOperator<TransferGrant> change) implements PeerProtocol {
    @Override
    public void hello(Hello request, long timeoutNanos, Consumer<Answer<HelloReply>> then) {
        peer.hello(request, timeoutNanos, then);
    }

    @Override
    public void queryBlocks(TransferQuery request, long timeoutNanos, Consumer<Answer<TransferGrant>> then) {
        peer.queryBlocks(request, timeoutNanos, answer -> then.accept(answer.map(change)));
    }

    @Override
    public void releaseLock(LockId lock, long timeoutNanos, Consumer<Answer<Boolean>> then) {
        peer.releaseLock(lock, timeoutNanos, then);
    }
}
