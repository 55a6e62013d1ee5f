package io.forebay.node;

import io.forebay.core.prefetch.PromotionFailure;

/// What a task came to at its node.
sealed interface PromotionEnd {
    /// It brought the block.
    PromotionEnd LANDED = new InMemory(true);

    /// The block was in memory already, by another way: for the master that is as good.
    PromotionEnd SUPERSEDED = new InMemory(false);

    /// The block is in memory.
    ///
    /// @param brought by this task
    record InMemory(boolean brought) implements PromotionEnd {}

    /// The block is not in memory.
    record Failed(PromotionFailure cause) implements PromotionEnd {}

    static PromotionEnd failed(PromotionFailure cause) {
        return new Failed(cause);
    }
}
