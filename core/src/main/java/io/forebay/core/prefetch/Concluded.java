package io.forebay.core.prefetch;

import java.util.List;

/// An answer and what becomes true with it.
///
/// @param <R> the answer
public record Concluded<R>(R answer, List<PrefetchEvent> events) {
    public Concluded {
        events = List.copyOf(events);
    }
}
