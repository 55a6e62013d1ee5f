package io.forebay.core.fetch;

/// How fast blocks come from peers, as the last fetches have shown: an average in which a new one counts an
/// eighth. Small fetches say nothing about it, since they take as long as their round trips do; those are a
/// constant of every estimate.
///
/// Not safe for several threads; one writer.
public final class ReadRate {
    /// Until something is measured, bytes per second.
    static final double FIRST = 1L << 30;

    /// A fetch of fewer bytes is not measured.
    static final long LEAST_BYTES = 1L << 20;

    /// To find the owner, lock, and verify.
    static final long ROUND_TRIPS_NANOS = 10_000_000L;

    private static final double NEW_SHARE = 0.125;

    private double bytesPerSecond = FIRST;

    /// A fetch took so long.
    public void measured(long bytes, long nanos) {
        if (bytes >= LEAST_BYTES && nanos > 0) {
            double rate = 1e9 * bytes / nanos;
            bytesPerSecond += NEW_SHARE * (rate - bytesPerSecond);
        }
    }

    /// How long a fetch of so many bytes is likely to take.
    public long nanosFor(long bytes) {
        return ROUND_TRIPS_NANOS + (long) (1e9 * bytes / bytesPerSecond);
    }
}
