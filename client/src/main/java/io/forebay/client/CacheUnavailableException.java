package io.forebay.client;

/// The cache is away, said aloud: thrown only by a client that was opened with `strict`. Everything that throws
/// it has left the store as it was, or in a state that the node cleans up by itself; the engine computes its
/// blocks.
public final class CacheUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// @param message what was asked and why there is no answer
    public CacheUnavailableException(String message) {
        super(message);
    }
}
