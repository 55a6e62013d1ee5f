package io.forebay.client;

import io.forebay.core.answer.Answer;
import io.forebay.core.catalogue.ListNamespaces;
import io.forebay.core.catalogue.NamespacesReply;
import io.forebay.core.catalogue.RouterProtocol;
import java.util.function.Consumer;

/// What a router may ask of one master. Calls as in [io.forebay.core.catalogue.MasterProtocol].
public interface RouterConnection extends RouterProtocol, AutoCloseable {
    void listNamespaces(ListNamespaces query, long timeoutNanos, Consumer<Answer<NamespacesReply>> then);

    /// Fails what is in flight and everything later.
    @Override
    void close();
}
