package io.forebay.client;

import io.forebay.core.catalogue.PrefetchReply.PrefetchAnswer;
import java.util.List;

/// What a trigger comes to. A closed set.
public sealed interface TriggerReport {
    /// No trigger is heard: nothing was done, for no block.
    ///
    /// @param supported whether the master knows triggers at all, and has only switched them off
    record Off(boolean supported) implements TriggerReport {}

    /// One decision for each asked hash, in their order.
    ///
    /// @param warming who has no owner now may have one soon
    /// @param answers those of blocks that were throttled a moment ago are what was answered then
    record Decided(boolean warming, List<PrefetchAnswer> answers) implements TriggerReport {
        public Decided {
            answers = List.copyOf(answers);
        }
    }
}
