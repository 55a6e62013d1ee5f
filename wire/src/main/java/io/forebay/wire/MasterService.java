package io.forebay.wire;

import io.forebay.core.catalogue.MasterProtocol;
import io.forebay.core.catalogue.PromotionProtocol;
import io.forebay.wire.proto.MasterProto.CloseSessionRequest;
import io.forebay.wire.proto.MasterProto.CloseSessionResponse;
import io.forebay.wire.proto.MasterProto.HeartbeatRequest;
import io.forebay.wire.proto.MasterProto.HeartbeatResponse;
import io.forebay.wire.proto.MasterProto.LedgerRequest;
import io.forebay.wire.proto.MasterProto.LedgerResponse;
import io.forebay.wire.proto.MasterProto.ListNamespacesRequest;
import io.forebay.wire.proto.MasterProto.ListNamespacesResponse;
import io.forebay.wire.proto.MasterProto.OpenSessionRequest;
import io.forebay.wire.proto.MasterProto.OpenSessionResponse;
import io.forebay.wire.proto.MasterProto.PullPromotionsRequest;
import io.forebay.wire.proto.MasterProto.PullPromotionsResponse;
import io.forebay.wire.proto.MasterProto.QueryPrefixRequest;
import io.forebay.wire.proto.MasterProto.QueryPrefixResponse;
import io.forebay.wire.proto.MasterProto.ReportPromotionsRequest;
import io.forebay.wire.proto.MasterProto.ReportPromotionsResponse;
import io.forebay.wire.proto.MasterProto.ReportStaleRequest;
import io.forebay.wire.proto.MasterProto.ReportStaleResponse;
import io.forebay.wire.proto.MasterServiceGrpc;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import org.jspecify.annotations.Nullable;

/// The master's RPCs for nodes. Runs on gRPC's threads and waits for nothing.
final class MasterService extends MasterServiceGrpc.MasterServiceImplBase {
    private final MasterProtocol master;
    private final @Nullable PromotionProtocol promotions;
    private final LedgerCalls ledgers;
    private final Replies replies;

    /// @param promotions null leaves its RPCs unimplemented
    MasterService(MasterProtocol master, @Nullable PromotionProtocol promotions, LedgerCalls ledgers, Replies replies) {
        this.master = master;
        this.promotions = promotions;
        this.ledgers = ledgers;
        this.replies = replies;
    }

    @Override
    public void openSession(OpenSessionRequest request, StreamObserver<OpenSessionResponse> call) {
        master.openSession(
                MasterTranslation.fromWire(request),
                replies.remainingNanos(),
                replies.to(call, MasterTranslation::toWire));
    }

    @Override
    public void closeSession(CloseSessionRequest request, StreamObserver<CloseSessionResponse> call) {
        master.closeSession(
                MasterTranslation.fromWire(request),
                replies.remainingNanos(),
                replies.to(call, MasterTranslation::closedToWire));
    }

    @Override
    public void heartbeat(HeartbeatRequest request, StreamObserver<HeartbeatResponse> call) {
        master.heartbeat(
                MasterTranslation.fromWire(request),
                replies.remainingNanos(),
                replies.to(call, MasterTranslation::aliveToWire));
    }

    @Override
    public StreamObserver<LedgerRequest> ledger(StreamObserver<LedgerResponse> call) {
        return ledgers.open((ServerCallStreamObserver<LedgerResponse>) call);
    }

    @Override
    public void queryPrefix(QueryPrefixRequest request, StreamObserver<QueryPrefixResponse> call) {
        master.queryPrefix(
                MasterTranslation.fromWire(request),
                replies.remainingNanos(),
                replies.to(call, MasterTranslation::toWire));
    }

    @Override
    public void listNamespaces(ListNamespacesRequest request, StreamObserver<ListNamespacesResponse> call) {
        master.listNamespaces(
                MasterTranslation.fromWire(request),
                replies.remainingNanos(),
                replies.to(call, MasterTranslation::toWire));
    }

    @Override
    public void reportStale(ReportStaleRequest request, StreamObserver<ReportStaleResponse> call) {
        master.reportStale(
                StaleTranslation.fromWire(request),
                replies.remainingNanos(),
                replies.to(call, StaleTranslation::toWire));
    }

    @Override
    public void pullPromotions(PullPromotionsRequest request, StreamObserver<PullPromotionsResponse> call) {
        if (promotions == null) {
            super.pullPromotions(request, call);
        } else {
            promotions.pullPromotions(
                    PromotionTranslation.fromWire(request),
                    replies.remainingNanos(),
                    replies.to(call, PromotionTranslation::toWire));
        }
    }

    @Override
    public void reportPromotions(ReportPromotionsRequest request, StreamObserver<ReportPromotionsResponse> call) {
        if (promotions == null) {
            super.reportPromotions(request, call);
        } else {
            promotions.reportPromotions(
                    PromotionTranslation.fromWire(request),
                    replies.remainingNanos(),
                    replies.to(call, PromotionTranslation::reportedToWire));
        }
    }
}
