package io.forebay.core.catalogue;

import java.util.List;

/// What the [Catalogue] concluded about one [Command].
///
/// @param reply for whoever asked; to be released only after the events are applied, and journalled where durable
/// @param events to be applied in this order
public record Decision(Reply reply, List<Event> events) {
    public Decision {
        events = List.copyOf(events);
    }

    static Decision of(Reply reply, Event... events) {
        return new Decision(reply, List.of(events));
    }
}
