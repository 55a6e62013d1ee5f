package io.forebay.wire;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.core.catalogue.CancelPrefetch;
import io.forebay.core.catalogue.CancelReply;
import io.forebay.core.catalogue.Lookup;
import io.forebay.core.catalogue.LookupAndPrefetch;
import io.forebay.core.catalogue.LookupAndPrefetchReply;
import io.forebay.core.catalogue.LookupReply;
import io.forebay.core.catalogue.Prefetch;
import io.forebay.core.catalogue.PrefetchReply;
import io.forebay.core.catalogue.RouterProtocol;
import io.forebay.core.events.WatchEvents;
import io.forebay.wire.proto.RouterServiceGrpc;
import io.grpc.stub.ClientCalls;
import java.util.function.Consumer;

/// A router's channel to the master. It connects when first asked, and again by itself whenever it is asked
/// after a loss; it never waits beyond a request's time-out and fails sooner when nobody listens. Failures that
/// the master does not explain carry [Remedy#RETRY]; a master that knows no prefetching refuses every call
/// ([NotServed]).
///
/// Safe from any thread. Answers come on a thread of the channel's, which must not be held up, and must not
/// close it.
public final class RouterChannel implements RouterProtocol, AutoCloseable {
    private final Connection connection;

    private RouterChannel(String address, ChannelSettings settings) {
        connection = new Connection(address, settings, Remedy.RETRY, NotServed.PREFETCHING);
    }

    /// A channel to `host:port`. Refuses an address that is not one; does not connect yet.
    public static RouterChannel connect(String address, ChannelSettings settings) {
        return new RouterChannel(address, settings);
    }

    @Override
    public void prefetch(Prefetch request, long timeoutNanos, Consumer<Answer<PrefetchReply>> then) {
        connection.call(
                RouterServiceGrpc.getBatchPrefetchToMemoryMethod(),
                RouterTranslation.toWire(request),
                timeoutNanos,
                reply -> RouterTranslation.prefetchReply(reply, request.hashes().size()),
                then);
    }

    @Override
    public void cancelPrefetch(CancelPrefetch request, long timeoutNanos, Consumer<Answer<CancelReply>> then) {
        connection.call(
                RouterServiceGrpc.getCancelPrefetchMethod(),
                RouterTranslation.toWire(request),
                timeoutNanos,
                RouterTranslation::fromWire,
                then);
    }

    @Override
    public void lookup(Lookup request, long timeoutNanos, Consumer<Answer<LookupReply>> then) {
        connection.call(
                RouterServiceGrpc.getLookupMethod(),
                LookupTranslation.toWire(request),
                timeoutNanos,
                reply -> LookupTranslation.lookupReply(reply, request.hashes().size()),
                then);
    }

    @Override
    public void lookupAndPrefetch(
            LookupAndPrefetch request, long timeoutNanos, Consumer<Answer<LookupAndPrefetchReply>> then) {
        connection.call(
                RouterServiceGrpc.getLookupAndPrefetchMethod(),
                LookupTranslation.toWire(request),
                timeoutNanos,
                reply -> LookupTranslation.bothReply(
                        reply, request.trigger().hashes().size()),
                then);
    }

    /// Begins a stream of events. It has no time-out: it lasts until it is closed or the connection is lost.
    public EventFlow watchEvents(WatchEvents request, EventReceiver receiver) {
        EventStream stream = new EventStream(connection, receiver);
        ClientCalls.asyncServerStreamingCall(
                connection.stream(EventStream.METHOD), EventTranslation.toWire(request), stream);
        return stream;
    }

    /// Fails what is in flight and everything later. Takes at most the settings' `closeNanos`.
    @Override
    public void close() {
        connection.close();
    }
}
