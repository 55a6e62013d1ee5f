package io.forebay.wire;

import io.forebay.core.catalogue.RouterProtocol;
import io.forebay.wire.proto.EventsProto.WatchEventsRequest;
import io.forebay.wire.proto.EventsProto.WatchEventsResponse;
import io.forebay.wire.proto.RouterProto.BatchPrefetchToMemoryRequest;
import io.forebay.wire.proto.RouterProto.BatchPrefetchToMemoryResponse;
import io.forebay.wire.proto.RouterProto.CancelPrefetchRequest;
import io.forebay.wire.proto.RouterProto.CancelPrefetchResponse;
import io.forebay.wire.proto.RouterProto.LookupAndPrefetchRequest;
import io.forebay.wire.proto.RouterProto.LookupAndPrefetchResponse;
import io.forebay.wire.proto.RouterProto.LookupRequest;
import io.forebay.wire.proto.RouterProto.LookupResponse;
import io.forebay.wire.proto.RouterServiceGrpc;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import org.jspecify.annotations.Nullable;

/// The master's RPCs for routers. Runs on gRPC's threads and waits for nothing.
final class RouterService extends RouterServiceGrpc.RouterServiceImplBase {
    private final RouterProtocol router;
    private final @Nullable EventCalls events;
    private final Replies replies;

    /// @param events null leaves its RPC unimplemented
    RouterService(RouterProtocol router, @Nullable EventCalls events, Replies replies) {
        this.router = router;
        this.events = events;
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

    @Override
    public void lookupAndPrefetch(LookupAndPrefetchRequest request, StreamObserver<LookupAndPrefetchResponse> call) {
        router.lookupAndPrefetch(
                LookupTranslation.fromWire(request),
                replies.remainingNanos(),
                replies.to(call, LookupTranslation::toWire));
    }

    @Override
    public void watchEvents(WatchEventsRequest request, StreamObserver<WatchEventsResponse> call) {
        if (events == null) {
            super.watchEvents(request, call);
        } else {
            events.open(EventTranslation.fromWire(request), (ServerCallStreamObserver<WatchEventsResponse>) call);
        }
    }
}
