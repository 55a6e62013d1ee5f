package io.forebay.core.prefetch;

import java.util.Optional;

/// Who wants a block in memory, and when. Times are those of the master that decided it.
///
/// @param request who is new to it; an empty name is somebody who will not take it back, none is nobody new
/// @param startByNanos when its read has to begin to be in time
/// @param expireAtNanos from when on nobody needs it
public record Wish(Optional<String> request, PromotionSource source, long startByNanos, long expireAtNanos) {}
