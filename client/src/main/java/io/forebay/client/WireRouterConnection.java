package io.forebay.client;

import io.forebay.core.answer.Answer;
import io.forebay.core.catalogue.CancelPrefetch;
import io.forebay.core.catalogue.CancelReply;
import io.forebay.core.catalogue.ListNamespaces;
import io.forebay.core.catalogue.Lookup;
import io.forebay.core.catalogue.LookupAndPrefetch;
import io.forebay.core.catalogue.LookupAndPrefetchReply;
import io.forebay.core.catalogue.LookupReply;
import io.forebay.core.catalogue.NamespacesReply;
import io.forebay.core.catalogue.Prefetch;
import io.forebay.core.catalogue.PrefetchReply;
import io.forebay.core.events.WatchEvents;
import io.forebay.wire.ChannelSettings;
import io.forebay.wire.EventFlow;
import io.forebay.wire.EventReceiver;
import io.forebay.wire.MasterChannel;
import io.forebay.wire.RouterChannel;
import java.util.function.Consumer;

/// Reaches a master over gRPC; the list of namespaces, which nodes ask for too, has a channel of its own.
final class WireRouterConnection implements RouterConnection {
    private final RouterChannel router;
    private final MasterChannel master;

    private WireRouterConnection(RouterChannel router, MasterChannel master) {
        this.router = router;
        this.master = master;
    }

    static RouterConnection connect(String address) {
        ChannelSettings settings = ChannelSettings.defaults();
        return new WireRouterConnection(
                RouterChannel.connect(address, settings), MasterChannel.connect(address, settings));
    }

    @Override
    public void prefetch(Prefetch request, long timeoutNanos, Consumer<Answer<PrefetchReply>> then) {
        router.prefetch(request, timeoutNanos, then);
    }

    @Override
    public void cancelPrefetch(CancelPrefetch request, long timeoutNanos, Consumer<Answer<CancelReply>> then) {
        router.cancelPrefetch(request, timeoutNanos, then);
    }

    @Override
    public void lookup(Lookup request, long timeoutNanos, Consumer<Answer<LookupReply>> then) {
        router.lookup(request, timeoutNanos, then);
    }

    @Override
    public void lookupAndPrefetch(
            LookupAndPrefetch request, long timeoutNanos, Consumer<Answer<LookupAndPrefetchReply>> then) {
        router.lookupAndPrefetch(request, timeoutNanos, then);
    }

    @Override
    public void listNamespaces(ListNamespaces query, long timeoutNanos, Consumer<Answer<NamespacesReply>> then) {
        master.listNamespaces(query, timeoutNanos, then);
    }

    @Override
    public EventFlow watchEvents(WatchEvents request, EventReceiver receiver) {
        return router.watchEvents(request, receiver);
    }

    @Override
    public void close() {
        router.close();
        master.close();
    }
}
