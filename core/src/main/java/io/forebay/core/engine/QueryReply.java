package io.forebay.core.engine;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.extent.StoredBlock;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.lease.LeaseId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The answer to [Query].
public sealed interface QueryReply {
    /// Missing blocks are on their way: ask again.
    record Loading() implements QueryReply {}

    /// Final.
    ///
    /// @param lease holds `blocks` in place until released; null when there are none
    /// @param blocks the hit prefix, in the order asked
    /// @param outcomes one for every hash asked for, in order; the first `blocks.size()` are hits, the rest misses
    record Ready(@Nullable LeaseId lease, List<StoredBlock> blocks, List<Outcome> outcomes) implements QueryReply {
        public Ready {
            blocks = List.copyOf(blocks);
            outcomes = List.copyOf(outcomes);
            InvalidInput.unless(
                    (lease == null) == blocks.isEmpty(), "lease", "must be there exactly when there are blocks");
            InvalidInput.unless(
                    blocks.size() <= outcomes.size(),
                    "outcomes",
                    "has " + outcomes.size() + " entries for " + blocks.size() + " blocks");
        }
    }
}
