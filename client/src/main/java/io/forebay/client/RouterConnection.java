package io.forebay.client;

import io.forebay.core.answer.Answer;
import io.forebay.core.catalogue.ListNamespaces;
import io.forebay.core.catalogue.NamespacesReply;
import io.forebay.core.catalogue.RouterProtocol;
import io.forebay.core.events.WatchEvents;
import io.forebay.wire.EventFlow;
import io.forebay.wire.EventReceiver;
import java.util.function.Consumer;

/// What a router may ask of one master. Calls as in [io.forebay.core.catalogue.MasterProtocol].
public interface RouterConnection extends RouterProtocol, AutoCloseable {
    void listNamespaces(ListNamespaces query, long timeoutNanos, Consumer<Answer<NamespacesReply>> then);

    /// Begins a stream of events.
    EventFlow watchEvents(WatchEvents request, EventReceiver receiver);

    /// Fails what is in flight and everything later.
    @Override
    void close();
}
