package io.forebay.core.catalogue;

import io.forebay.core.prefetch.PrefetchStatus;
import io.forebay.core.session.NodeId;
import java.util.List;
import java.util.Optional;

/// The reply to [Prefetch]. A closed set.
public sealed interface PrefetchReply extends Reply {
    /// Triggers are switched off: nothing was done, for no block.
    record Disabled(long masterEpoch) implements PrefetchReply {}

    /// One decision for each asked hash, in their order.
    ///
    /// @param warming who has no owner now may have one soon
    record Decided(long masterEpoch, boolean warming, List<PrefetchAnswer> answers) implements PrefetchReply {
        public Decided {
            answers = List.copyOf(answers);
        }
    }

    /// What was decided about one block.
    ///
    /// @param owner who has it, or is to bring it to memory, or was too full for that; none where nobody is
    /// @param leased whether the owner's replica in memory is kept for the time that was asked for
    record PrefetchAnswer(PrefetchStatus status, Optional<NodeId> owner, boolean leased) {}
}
