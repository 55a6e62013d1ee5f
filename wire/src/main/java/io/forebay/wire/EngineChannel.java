package io.forebay.wire;

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
import io.forebay.wire.proto.EngineProto.MarkRequest;
import io.forebay.wire.proto.EngineProto.MarkResponse;
import io.forebay.wire.proto.EngineProto.ReleaseRequest;
import io.forebay.wire.proto.EngineProto.RenewRequest;
import io.forebay.wire.proto.EngineServiceGrpc;
import java.util.List;
import java.util.function.Consumer;

/// An engine's channel to its node. It connects when first asked, and again by itself whenever it is asked after a
/// loss; registering again is up to the caller, who hears of the loss through a [RegistrationListener]. Failures
/// that the node does not explain carry [Remedy#RETRY].
///
/// A query and a barrier are answered within their own deadline and the settings' slack, everything else within the
/// settings' call time-out; sooner when nobody listens. Safe from any thread. Answers come on a thread of the
/// channel's, which must not be held up, and must not close it.
public final class EngineChannel implements EngineProtocol, AutoCloseable {
    private final ChannelSettings settings;
    private final Connection connection;
    private final Connection triggers;
    private final RegistrationStreams registrations;

    private EngineChannel(String address, ChannelSettings settings, RegistrationListener listener) {
        this.settings = settings;
        connection = new Connection(address, settings, Remedy.RETRY);
        triggers = connection.with(NotServed.TRIGGERS);
        registrations = new RegistrationStreams(connection, settings.callTimeoutNanos(), listener);
    }

    /// A channel to `host:port`. Refuses an address that is not one; does not connect yet.
    public static EngineChannel connect(String address, ChannelSettings settings, RegistrationListener listener) {
        return new EngineChannel(address, settings, listener);
    }

    /// Registers a rank; the channel holds the stream open until [#deregister] or [#close]. A second registration
    /// of the same rank ends the first, of which no loss is reported.
    @Override
    public void register(Registration request, Consumer<Answer<Registered>> then) {
        registrations.open(request, then);
    }

    /// Ends the rank's stream; nothing happens if there is none.
    @Override
    public void deregister(InstanceId instance, int rank) {
        registrations.end(instance, rank);
    }

    @Override
    public void reserve(Reserve request, Consumer<Answer<List<Reservation>>> then) {
        connection.call(
                EngineServiceGrpc.getReserveMethod(),
                EngineRequests.toWire(request),
                settings.callTimeoutNanos(),
                reply -> EngineReplies.reservations(reply, request.hashes().size()),
                then);
    }

    @Override
    public void seal(Seal request, Consumer<Answer<List<SealOutcome>>> then) {
        connection.call(
                EngineServiceGrpc.getSealMethod(),
                EngineRequests.toWire(request),
                settings.callTimeoutNanos(),
                reply -> EngineReplies.outcomes(
                        reply.getResultsList(), request.blocks().size()),
                then);
    }

    @Override
    public void abort(Abort request, Consumer<Answer<List<SealOutcome>>> then) {
        connection.call(
                EngineServiceGrpc.getAbortMethod(),
                EngineRequests.toWire(request),
                settings.callTimeoutNanos(),
                reply -> EngineReplies.outcomes(
                        reply.getResultsList(), request.blocks().size()),
                then);
    }

    @Override
    public void query(Query request, Consumer<Answer<QueryReply>> then) {
        connection.call(
                EngineServiceGrpc.getQueryMethod(),
                EngineRequests.toWire(request),
                request.deadlineNanos() + settings.slackNanos(),
                reply -> EngineReplies.queryReply(reply, request.hashes().size()),
                then);
    }

    @Override
    public void prefixLength(PrefixLength request, Consumer<Answer<PrefixLengths>> then) {
        connection.call(
                EngineServiceGrpc.getPrefixLengthMethod(),
                LengthTranslation.toWire(request),
                request.deadlineNanos() + settings.slackNanos(),
                reply -> LengthTranslation.lengths(reply, request.hashes().size()),
                then);
    }

    /// A node that does not know it refuses it ([NotServed]), as does one whose master does not.
    @Override
    public void prefetch(EnginePrefetch request, Consumer<Answer<PrefetchReply>> then) {
        triggers.call(
                EngineServiceGrpc.getPrefetchMethod(),
                TriggerTranslation.toWire(request),
                settings.callTimeoutNanos(),
                reply -> TriggerTranslation.fromWire(reply, request.hashes().size()),
                then);
    }

    @Override
    public void release(InstanceId instance, LeaseId lease, Consumer<Answer<LeaseOutcome>> then) {
        connection.call(
                EngineServiceGrpc.getReleaseMethod(),
                ReleaseRequest.newBuilder()
                        .setInstanceId(instance.name())
                        .setLeaseId(EngineRequests.toWire(lease))
                        .build(),
                settings.callTimeoutNanos(),
                reply -> EngineEnums.fromWire(reply.getResult()),
                then);
    }

    @Override
    public void renew(InstanceId instance, LeaseId lease, Consumer<Answer<LeaseOutcome>> then) {
        connection.call(
                EngineServiceGrpc.getRenewMethod(),
                RenewRequest.newBuilder()
                        .setInstanceId(instance.name())
                        .setLeaseId(EngineRequests.toWire(lease))
                        .build(),
                settings.callTimeoutNanos(),
                reply -> EngineEnums.fromWire(reply.getResult()),
                then);
    }

    @Override
    public void marker(InstanceId instance, Consumer<Answer<Long>> then) {
        connection.call(
                EngineServiceGrpc.getMarkMethod(),
                MarkRequest.newBuilder().setInstanceId(instance.name()).build(),
                settings.callTimeoutNanos(),
                MarkResponse::getMarker,
                then);
    }

    @Override
    public void awaitHandoff(AwaitHandoff request, Consumer<Answer<HandoffReport>> then) {
        connection.call(
                EngineServiceGrpc.getAwaitHandoffMethod(),
                HandoffTranslation.toWire(request),
                request.deadlineNanos() + settings.slackNanos(),
                HandoffTranslation::fromWire,
                then);
    }

    /// Ends every registration, fails what is in flight and everything later. Takes at most the settings'
    /// `closeNanos`.
    @Override
    public void close() {
        registrations.close();
        connection.close();
    }
}
