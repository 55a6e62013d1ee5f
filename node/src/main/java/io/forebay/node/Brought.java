package io.forebay.node;

import io.forebay.core.fetch.Outcome;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What was brought for one query.
///
/// @param blocks the leading wanted blocks, each held once for the receiver
/// @param hits how each of them was come by
/// @param cause why the next one is missing; null when all came
record Brought(
        List<ResidentBlock> blocks,
        List<Outcome> hits,
        @Nullable Outcome cause) {
    Brought {
        blocks = List.copyOf(blocks);
        hits = List.copyOf(hits);
    }
}
