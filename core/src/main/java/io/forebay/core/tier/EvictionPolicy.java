package io.forebay.core.tier;

import java.util.function.ToLongFunction;
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

    /// The least valuable block that may go, or null when none may. The block stays admitted.
    ///
    /// @param stayNanos for how long a block has to stay, from `nowNanos` on: 0 if it may go, [#UNTIL_LET_GO] if
    ///     nobody knows. A block that has to stay for a time is not asked about again before that, unless no
    ///     other may go
    /// @param nowNanos on a clock that never goes back
    @Nullable
    B victim(ToLongFunction<B> stayNanos, long nowNanos);

    /// A block stays for as long as something holds it.
    long UNTIL_LET_GO = Long.MAX_VALUE;

    /// Blocks admitted.
    int size();
}
