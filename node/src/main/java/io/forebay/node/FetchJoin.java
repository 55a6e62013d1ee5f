package io.forebay.node;

import io.forebay.core.fetch.Outcome;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One who waits for the blocks `from` to before `upTo` of a [Fetch].
final class FetchJoin {
    final int from;
    final int upTo;
    final Consumer<FetchResult> then;

    FetchJoin(int from, int upTo, Consumer<FetchResult> then) {
        this.from = from;
        this.upTo = upTo;
        this.then = then;
    }

    /// What of the delivered blocks is for this one. A fetch that ended before it came so far says nothing about them:
    /// no blocks, and no cause.
    FetchResult resultOf(List<ResidentBlock> delivered, @Nullable Outcome cause) {
        int end = Math.min(upTo, delivered.size());
        if (end < from) {
            return new FetchResult(List.of(), null);
        }
        return new FetchResult(List.copyOf(delivered.subList(from, end)), end == upTo ? null : cause);
    }
}
