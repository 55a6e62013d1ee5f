package io.forebay.wire;

import io.forebay.core.peer.LockId;
import io.forebay.core.peer.PeerProtocol;
import io.forebay.wire.proto.PeerProto.HelloRequest;
import io.forebay.wire.proto.PeerProto.HelloResponse;
import io.forebay.wire.proto.PeerProto.QueryBlocksRequest;
import io.forebay.wire.proto.PeerProto.QueryBlocksResponse;
import io.forebay.wire.proto.PeerProto.ReleaseLockRequest;
import io.forebay.wire.proto.PeerProto.ReleaseLockResponse;
import io.forebay.wire.proto.PeerServiceGrpc;
import io.grpc.stub.StreamObserver;

/// The node's RPCs for other nodes. Runs on gRPC's threads and waits for nothing.
final class PeerService extends PeerServiceGrpc.PeerServiceImplBase {
    private final PeerProtocol peer;
    private final Replies replies;

    PeerService(PeerProtocol peer, Replies replies) {
        this.peer = peer;
        this.replies = replies;
    }

    @Override
    public void hello(HelloRequest request, StreamObserver<HelloResponse> call) {
        peer.hello(
                PeerTranslation.fromWire(request), replies.remainingNanos(), replies.to(call, PeerTranslation::toWire));
    }

    @Override
    public void queryBlocks(QueryBlocksRequest request, StreamObserver<QueryBlocksResponse> call) {
        peer.queryBlocks(
                PeerTranslation.fromWire(request), replies.remainingNanos(), replies.to(call, PeerTranslation::toWire));
    }

    @Override
    public void releaseLock(ReleaseLockRequest request, StreamObserver<ReleaseLockResponse> call) {
        peer.releaseLock(
                new LockId(request.getLockId()),
                replies.remainingNanos(),
                replies.to(
                        call,
                        held -> ReleaseLockResponse.newBuilder().setHeld(held).build()));
    }
}
