package io.forebay.core.catalogue;

import java.util.List;

/// Where durable events go before anyone hears a reply that rests on them.
public interface Journal {
    /// Keeps nothing: a master that starts again is empty, has a new epoch, and the nodes' inventories rebuild it.
    Journal NONE = events -> {};

    /// Keeps the events of one batch of commands, in order; when it returns they are safe. Called on the shell's
    /// thread, never with an empty list.
    void append(List<Durable> events);
}
