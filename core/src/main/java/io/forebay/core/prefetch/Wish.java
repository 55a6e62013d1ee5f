package io.forebay.core.prefetch;

import java.util.Optional;

/// Who wants a block in memory, and when. Times are those of the master that decided it.
///
/// @param request who is new to it; an empty name is somebody who will not take it back, none is nobody new
/// @param startByNanos when its read has to begin to be in time
/// @param expireAtNanos from when on nobody needs it
public record Wish(Optional<String> request, PromotionSource source, long startByNanos, long expireAtNanos) {
    /// What both want, in the newer one's name: in time for either, and until neither needs it.
    Wish joinedBy(Wish other) {
        PromotionSource both = source == PromotionSource.PREFETCH ? source : other.source;
        return new Wish(
                other.request,
                both,
                Math.min(startByNanos, other.startByNanos),
                Math.max(expireAtNanos, other.expireAtNanos));
    }
}
