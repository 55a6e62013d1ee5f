package io.forebay.wire;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.tier.Tier;
import io.forebay.wire.proto.CommonProto;

/// The translation of tiers. Pure.
final class TierTranslation {
    private TierTranslation() {}

    static CommonProto.Tier toWire(Tier tier) {
        return switch (tier) {
            case MEMORY -> CommonProto.Tier.TIER_MEMORY;
            case LOCAL_DISK -> CommonProto.Tier.TIER_LOCAL_DISK;
        };
    }

    /// An unknown one is refused: what is not in memory must not be taken to be.
    static Tier fromWire(CommonProto.Tier tier, int number) {
        return switch (tier) {
            case TIER_MEMORY -> Tier.MEMORY;
            case TIER_LOCAL_DISK -> Tier.LOCAL_DISK;
            case UNRECOGNIZED -> throw new InvalidInput("tier", "is " + number + ", which is not known here");
        };
    }
}
