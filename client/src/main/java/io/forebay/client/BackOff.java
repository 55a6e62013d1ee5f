package io.forebay.client;

import java.util.function.DoubleSupplier;

/// The pauses between attempts to connect: 100 ms, doubled up to 2 s, each shortened at random by up to half so
/// that the engines of a host don't all knock at the same moment (handoff design, "Reconnect").
///
/// For one thread.
final class BackOff {
    static final long FIRST_NANOS = 100_000_000L;
    static final long LONGEST_NANOS = 2_000_000_000L;

    private final DoubleSupplier random;
    private long nextNanos = FIRST_NANOS;

    /// @param random uniform in [0, 1)
    BackOff(DoubleSupplier random) {
        this.random = random;
    }

    /// The pause before the next attempt.
    long next() {
        long full = nextNanos;
        nextNanos = Math.min(2 * full, LONGEST_NANOS);
        return full - (long) (full * 0.5 * random.getAsDouble());
    }

    /// An attempt has succeeded: the next pause is the first one again.
    void reset() {
        nextNanos = FIRST_NANOS;
    }
}
