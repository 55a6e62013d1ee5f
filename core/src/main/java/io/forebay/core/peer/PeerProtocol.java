package io.forebay.core.peer;

import io.forebay.core.answer.Answer;
import java.util.function.Consumer;

/// What a node asks of another node. Implemented by the node, by the gRPC channel to one, and by the simulated
/// network.
///
/// Every method returns at once; `then` is called exactly once, no later than `timeoutNanos` from now, on a thread of
/// the implementation's.
public interface PeerProtocol {
    void hello(Hello request, long timeoutNanos, Consumer<Answer<HelloReply>> then);

    void queryBlocks(TransferQuery request, long timeoutNanos, Consumer<Answer<TransferGrant>> then);

    /// True if the lock was still held: then everything read under it is good. False, or no answer: discard it.
    void releaseLock(LockId lock, long timeoutNanos, Consumer<Answer<Boolean>> then);
}
