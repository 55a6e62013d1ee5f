package io.forebay.sim.trace;

import io.forebay.core.answer.InvalidInput;

/// The tiers of a replayed node.
///
/// @param dram at least 1 block
/// @param tiering how the tiers go together
/// @param ssd at least 1 block where the tiering has an SSD, else [TierSize#NONE]
/// @param seed of what policies leave to chance
public record TierSizes(TierSize dram, Tiering tiering, TierSize ssd, long seed) {
    public TierSizes {
        InvalidInput.unless(dram.blocks() >= 1, "dram-blocks", "is " + dram.blocks() + "; at least 1 is needed");
        InvalidInput.unless(
                (ssd.blocks() >= 1) == (tiering != Tiering.DRAM_ONLY),
                "ssd-blocks",
                "is " + ssd.blocks() + "; at least 1 is needed for an SSD, and 0 for none");
    }

    /// DRAM alone.
    public static TierSizes dram(TierSize dram, long seed) {
        return new TierSizes(dram, Tiering.DRAM_ONLY, TierSize.NONE, seed);
    }
}
