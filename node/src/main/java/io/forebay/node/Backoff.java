package io.forebay.node;

import java.util.function.LongSupplier;

/// Pauses between attempts: doubling from a least to a longest, each shortened by up to a half at random, so that
/// many nodes do not come back at the same moment.
final class Backoff {
    private final long minNanos;
    private final long maxNanos;
    private final LongSupplier random;
    private long nextNanos;

    Backoff(long minNanos, long maxNanos, LongSupplier random) {
        this.minNanos = minNanos;
        this.maxNanos = maxNanos;
        this.random = random;
        this.nextNanos = minNanos;
    }

    /// The pause before the next attempt.
    long pauseNanos() {
        long whole = nextNanos;
        nextNanos = Math.min(maxNanos, 2 * whole);
        return whole - Math.floorMod(random.getAsLong(), whole / 2 + 1);
    }

    /// The last attempt succeeded.
    void reset() {
        nextNanos = minNanos;
    }
}
