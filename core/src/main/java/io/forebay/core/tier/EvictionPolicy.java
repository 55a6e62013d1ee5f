package io.forebay.core.tier;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Decides which resident block is worth least. It names victims and moves no bytes: whoever owns the memory retires,
/// frees, and then reports the block [gone][#gone].
///
/// One writer, the one that owns the memory.
///
/// @param <B> the blocks of one tier
public interface EvictionPolicy<B extends Evictable> {
    /// `block` is resident from now on. Admitting what is admitted counts as a use.
    void admitted(B block);

    /// `block` was hit. Without effect on a block that is not admitted.
    void used(B block);

    /// `block` is no longer resident. Without effect when it is not admitted.
    void gone(B block);

    /// Others have `block` too, so it goes before every one of which that is not said. Without effect when it is not
    /// admitted.
    void spare(B block);

    /// The least valuable block that `evictable` lets go, or null when it lets none go. The block stays admitted.
    @Nullable
    B victim(Predicate<B> evictable);

    /// Blocks admitted.
    int size();
}
