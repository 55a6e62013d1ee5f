package io.forebay.bench.replay;

import io.forebay.core.layout.Layout;
import java.time.Duration;
import java.util.Optional;

/// How a trace is played.
///
/// @param layout of every block
/// @param queryDeadline of every query
/// @param handoffDeadline of every barrier
/// @param chaos what happens on the way
public record ReplaySettings(Layout layout, Duration queryDeadline, Duration handoffDeadline, Optional<Chaos> chaos) {
    /// Layers of the replay's layout; with K and V of each, a segment is an eighth of a block.
    public static final int LAYERS = 4;
}
