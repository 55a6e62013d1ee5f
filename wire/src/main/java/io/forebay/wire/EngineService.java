package io.forebay.wire;

import io.forebay.core.engine.EngineProtocol;
import io.forebay.core.engine.Registration;
import io.forebay.core.instance.InstanceId;
import io.forebay.wire.proto.EngineProto.AbortRequest;
import io.forebay.wire.proto.EngineProto.AbortResponse;
import io.forebay.wire.proto.EngineProto.AwaitHandoffRequest;
import io.forebay.wire.proto.EngineProto.AwaitHandoffResponse;
import io.forebay.wire.proto.EngineProto.MarkRequest;
import io.forebay.wire.proto.EngineProto.MarkResponse;
import io.forebay.wire.proto.EngineProto.PrefetchRequest;
import io.forebay.wire.proto.EngineProto.PrefetchResponse;
import io.forebay.wire.proto.EngineProto.PrefixLengthRequest;
import io.forebay.wire.proto.EngineProto.PrefixLengthResponse;
import io.forebay.wire.proto.EngineProto.QueryRequest;
import io.forebay.wire.proto.EngineProto.QueryResponse;
import io.forebay.wire.proto.EngineProto.RegisterRequest;
import io.forebay.wire.proto.EngineProto.RegisterResponse;
import io.forebay.wire.proto.EngineProto.ReleaseRequest;
import io.forebay.wire.proto.EngineProto.ReleaseResponse;
import io.forebay.wire.proto.EngineProto.RenewRequest;
import io.forebay.wire.proto.EngineProto.RenewResponse;
import io.forebay.wire.proto.EngineProto.ReserveRequest;
import io.forebay.wire.proto.EngineProto.ReserveResponse;
import io.forebay.wire.proto.EngineProto.SealRequest;
import io.forebay.wire.proto.EngineProto.SealResponse;
import io.forebay.wire.proto.EngineServiceGrpc;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;

/// The node's RPCs for engines: decodes, asks the [EngineProtocol], and has the answer encoded. Runs on gRPC's
/// threads and waits for nothing.
final class EngineService extends EngineServiceGrpc.EngineServiceImplBase {
    private final EngineProtocol engine;
    private final Registrations registrations;
    private final Replies replies;

    EngineService(EngineProtocol engine, Registrations registrations, Replies replies) {
        this.engine = engine;
        this.registrations = registrations;
        this.replies = replies;
    }

    @Override
    public void register(RegisterRequest request, StreamObserver<RegisterResponse> call) {
        Registration registration = EngineRequests.fromWire(request);
        registrations.open(registration, (ServerCallStreamObserver<RegisterResponse>) call);
    }

    @Override
    public void reserve(ReserveRequest request, StreamObserver<ReserveResponse> call) {
        engine.reserve(EngineRequests.fromWire(request), replies.to(call, EngineReplies::reservationsToWire));
    }

    @Override
    public void seal(SealRequest request, StreamObserver<SealResponse> call) {
        engine.seal(EngineRequests.fromWire(request), replies.to(call, EngineReplies::sealsToWire));
    }

    @Override
    public void abort(AbortRequest request, StreamObserver<AbortResponse> call) {
        engine.abort(EngineRequests.fromWire(request), replies.to(call, EngineReplies::abortsToWire));
    }

    @Override
    public void query(QueryRequest request, StreamObserver<QueryResponse> call) {
        engine.query(EngineRequests.fromWire(request), replies.to(call, EngineReplies::toWire));
    }

    @Override
    public void prefixLength(PrefixLengthRequest request, StreamObserver<PrefixLengthResponse> call) {
        engine.prefixLength(LengthTranslation.fromWire(request), replies.to(call, LengthTranslation::toWire));
    }

    @Override
    public void prefetch(PrefetchRequest request, StreamObserver<PrefetchResponse> call) {
        engine.prefetch(TriggerTranslation.fromWire(request), replies.to(call, TriggerTranslation::toWire));
    }

    @Override
    public void release(ReleaseRequest request, StreamObserver<ReleaseResponse> call) {
        engine.release(
                new InstanceId(request.getInstanceId()),
                EngineRequests.leaseId(request.getLeaseId()),
                replies.to(
                        call,
                        outcome -> ReleaseResponse.newBuilder()
                                .setResult(EngineEnums.toWire(outcome))
                                .build()));
    }

    @Override
    public void renew(RenewRequest request, StreamObserver<RenewResponse> call) {
        engine.renew(
                new InstanceId(request.getInstanceId()),
                EngineRequests.leaseId(request.getLeaseId()),
                replies.to(
                        call,
                        outcome -> RenewResponse.newBuilder()
                                .setResult(EngineEnums.toWire(outcome))
                                .build()));
    }

    @Override
    public void mark(MarkRequest request, StreamObserver<MarkResponse> call) {
        engine.marker(
                new InstanceId(request.getInstanceId()),
                replies.to(
                        call,
                        marker -> MarkResponse.newBuilder().setMarker(marker).build()));
    }

    @Override
    public void awaitHandoff(AwaitHandoffRequest request, StreamObserver<AwaitHandoffResponse> call) {
        engine.awaitHandoff(HandoffTranslation.fromWire(request), replies.to(call, HandoffTranslation::toWire));
    }
}
