package io.forebay.core.fetch;

import io.forebay.core.answer.Invariant;
import io.forebay.core.catalogue.NodeId;

/// The terms of a [FetchPlan].
///
/// @param self this node, which has none of the wanted blocks whatever the catalogue says
/// @param maxAttempts attempts that may fall short before the plan stops, at least 1
/// @param seed shuffles equal owners
public record FetchTerms(NodeId self, int maxAttempts, long seed) {
    public FetchTerms {
        Invariant.check(maxAttempts >= 1, "a plan has at least 1 attempt");
    }
}
