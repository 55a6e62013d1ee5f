package io.forebay.wire;

import io.forebay.core.catalogue.RouterProtocol;
import io.forebay.wire.proto.RouterProto.BatchPrefetchToMemoryRequest;
import io.forebay.wire.proto.RouterProto.BatchPrefetchToMemoryResponse;
import io.forebay.wire.proto.RouterProto.CancelPrefetchRequest;
import io.forebay.wire.proto.RouterProto.CancelPrefetchResponse;
import io.forebay.wire.proto.RouterProto.LookupRequest;
import io.forebay.wire.proto.RouterProto.LookupResponse;
import io.forebay.wire.proto.RouterServiceGrpc;
import io.grpc.stub.StreamObserver;

/// The master's RPCs for routers. Runs on gRPC's threads and waits for nothing.
final class RouterService extends RouterServiceGrpc.RouterServiceImplBase {
    private final RouterProtocol router;
    private final Replies replies;

    RouterService(RouterProtocol router, Replies replies) {
        this.router = router;
        this.replies = replies;
    }

    @Override
    public void batchPrefetchToMemory(
            BatchPrefetchToMemoryRequest request, StreamObserver<BatchPrefetchToMemoryResponse> call) {
        router.prefetch(
                RouterTranslation.fromWire(request),
                replies.remainingNanos(),
                replies.to(call, RouterTranslation::toWire));
    }

    @Override
    public void cancelPrefetch(CancelPrefetchRequest request, StreamObserver<CancelPrefetchResponse> call) {
        router.cancelPrefetch(
                RouterTranslation.fromWire(request),
                replies.remainingNanos(),
                replies.to(call, RouterTranslation::toWire));
    }

    @Override
    public void lookup(LookupRequest request, StreamObserver<LookupResponse> call) {
        router.lookup(
                LookupTranslation.fromWire(request),
                replies.remainingNanos(),
                replies.to(call, LookupTranslation::toWire));
    }
}
