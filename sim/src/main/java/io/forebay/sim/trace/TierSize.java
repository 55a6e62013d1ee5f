package io.forebay.sim.trace;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.eviction.EvictionKind;

/// What a tier holds, and which policy says what goes.
///
/// @param policy that chooses victims
/// @param blocks capacity, at least 0; [#UNLIMITED]: nothing ever goes
public record TierSize(EvictionKind policy, int blocks) {
    /// Of a capacity that no trace fills.
    public static final int UNLIMITED = Integer.MAX_VALUE;

    /// There is no such tier.
    public static final TierSize NONE = new TierSize(EvictionKind.LRU, 0);

    public TierSize {
        InvalidInput.unless(blocks >= 0, "blocks", "is negative: " + blocks);
    }

    /// The size of a tier whose policy is given by name.
    ///
    /// @param policy its name; one that is not known is refused
    public static TierSize of(String policy, int blocks) {
        return new TierSize(EvictionKind.named(policy, "policy"), blocks);
    }
}
