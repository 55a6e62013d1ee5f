package io.forebay.core.answer;

/// What a caller does about a [Failure].
public enum Remedy {
    /// The same request to the same party may succeed in a moment.
    RETRY,
    /// This party cannot serve the request now; ask another one.
    ELSEWHERE,
    /// Nobody can serve the request; the engine computes the blocks itself.
    RECOMPUTE
}
