package io.forebay.core.fetch;

import io.forebay.core.answer.Invariant;
import io.forebay.core.session.NodeId;

/// The terms of a [FetchPlan].
///
/// @param self this node, which has none of the wanted blocks whatever the catalogue says
/// @param maxAttempts attempts that may fall short before the plan stops, at least 1
/// @param seed shuffles equal owners
/// @param diskBlocks blocks that an owner is asked to bring from its SSD at one time, at least 1
public record FetchTerms(NodeId self, int maxAttempts, long seed, int diskBlocks) {
    public FetchTerms {
        Invariant.check(maxAttempts >= 1, "a plan has at least 1 attempt");
        Invariant.check(diskBlocks >= 1, "an owner is asked for at least 1 block");
    }

    /// Of a plan that asks an SSD for as much as there is.
    public FetchTerms(NodeId self, int maxAttempts, long seed) {
        this(self, maxAttempts, seed, Integer.MAX_VALUE);
    }
}
