package io.forebay.core.eviction;

import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/// Decides which resident block is worth least. It names victims and moves no bytes: whoever owns the memory retires,
/// frees, and then reports the block [gone][#gone]. A node's pool drives it, and so does a replay of a trace.
///
/// One writer, the one that owns the memory.
///
/// @param <B> the blocks of one tier
public interface EvictionPolicy<B extends Evictable> {
    /// A block stays for as long as something holds it.
    long UNTIL_LET_GO = Long.MAX_VALUE;

    /// A request for a chain has come. Said once for each request, before its blocks are reported used or admitted;
    /// some of them may never be. A policy that looks at blocks one by one ignores it.
    void requested(BlockPath path, SessionHint hint);

    /// `block` is resident from now on. Admitting what is admitted counts as a use.
    void admitted(B block);

    /// `block` was hit. Without effect on a block that is not admitted.
    void used(B block);

    /// `block` is no longer resident. Without effect when it is not admitted.
    void gone(B block);

    /// The least valuable block that may go, or null when none may. The block stays admitted. Asked when there is
    /// need of room, so that [#size] is then about what fits.
    ///
    /// @param stayNanos for how long a block has to stay, from `nowNanos` on: 0 if it may go, [#UNTIL_LET_GO] if
    ///     nobody knows. A policy may take a time at its word and ask about the block again only when it is over,
    ///     or no other may go
    /// @param nowNanos on a clock that never goes back
    @Nullable
    B victim(ToLongFunction<B> stayNanos, long nowNanos);

    /// As [#victim], but a block whose time, as it was said, is not over is left alone even where no other may go. For
    /// whoever has other blocks to choose from.
    default @Nullable B dueVictim(ToLongFunction<B> stayNanos, long nowNanos) {
        return victim(stayNanos, nowNanos);
    }

    /// Blocks admitted.
    int size();
}
