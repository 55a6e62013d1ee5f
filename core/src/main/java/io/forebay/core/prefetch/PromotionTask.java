package io.forebay.core.prefetch;

import io.forebay.core.block.BlockKey;

/// A task as it is handed to the node that has the block on SSD.
///
/// @param unknownSource what a newer master called its source; 0 for one that is known
/// @param startByNanos what is left until the read has to begin for the block to be in time; may be negative: then it
///     comes behind all that can still be in time
/// @param expireNanos what is left until nobody needs it; may be negative
public record PromotionTask(
        TaskAttempt attempt,
        BlockKey key,
        PromotionSource source,
        int unknownSource,
        Landing landing,
        long startByNanos,
        long expireNanos) {
    /// Of a source that is known.
    public PromotionTask(
            TaskAttempt attempt,
            BlockKey key,
            PromotionSource source,
            Landing landing,
            long startByNanos,
            long expireNanos) {
        this(attempt, key, source, 0, landing, startByNanos, expireNanos);
    }
}
