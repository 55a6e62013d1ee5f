package io.forebay.wire;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.core.peer.Hello;
import io.forebay.core.peer.HelloReply;
import io.forebay.core.peer.LockId;
import io.forebay.core.peer.PeerProtocol;
import io.forebay.core.peer.TransferGrant;
import io.forebay.core.peer.TransferQuery;
import io.forebay.wire.proto.PeerProto.ReleaseLockRequest;
import io.forebay.wire.proto.PeerProto.ReleaseLockResponse;
import io.forebay.wire.proto.PeerServiceGrpc;
import java.util.function.Consumer;

/// A node's channel to another node. It connects when first asked, and again by itself whenever it is asked after a
/// loss; it never waits beyond a request's time-out and fails sooner when nobody listens. Failures that the peer
/// does not explain carry [Remedy#ELSEWHERE].
///
/// Safe from any thread. Answers come on a thread of the channel's, which must not be held up, and must not close it.
public final class PeerChannel implements PeerProtocol, AutoCloseable {
    private final Connection connection;

    private PeerChannel(String address, ChannelSettings settings) {
        connection = new Connection(address, settings, Remedy.ELSEWHERE);
    }

    /// A channel to `host:port`. Refuses an address that is not one; does not connect yet.
    public static PeerChannel connect(String address, ChannelSettings settings) {
        return new PeerChannel(address, settings);
    }

    @Override
    public void hello(Hello request, long timeoutNanos, Consumer<Answer<HelloReply>> then) {
        connection.call(
                PeerServiceGrpc.getHelloMethod(),
                PeerTranslation.toWire(request),
                timeoutNanos,
                PeerTranslation::fromWire,
                then);
    }

    @Override
    public void queryBlocks(TransferQuery request, long timeoutNanos, Consumer<Answer<TransferGrant>> then) {
        connection.call(
                PeerServiceGrpc.getQueryBlocksMethod(),
                PeerTranslation.toWire(request),
                timeoutNanos,
                reply -> PeerTranslation.grant(reply, request.hashes().size()),
                then);
    }

    @Override
    public void releaseLock(LockId lock, long timeoutNanos, Consumer<Answer<Boolean>> then) {
        connection.call(
                PeerServiceGrpc.getReleaseLockMethod(),
                ReleaseLockRequest.newBuilder().setLockId(lock.number()).build(),
                timeoutNanos,
                ReleaseLockResponse::getHeld,
                then);
    }

    /// Fails what is in flight and everything later. Takes at most the settings' `closeNanos`.
    @Override
    public void close() {
        connection.close();
    }
}
