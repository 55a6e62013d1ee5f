package io.forebay.core.prefetch;

/// Who wants a promotion. On the wire it is optional, and what is absent or unknown is `ON_HIT`.
public enum PromotionSource {
    /// A get that met the block on SSD only.
    ON_HIT,
    /// A router's trigger.
    PREFETCH
}
