package io.forebay.core.prefetch;

import io.forebay.core.answer.InvalidInput;

/// The limits by which promotions are admitted. The names of the settings are the RFC's.
///
/// @param enabled `enable_prefetch_trigger`: whether triggers are heard at all
/// @param strictBuffer `prefetch_strict_buffer`: what is prefetched lands in the buffer or nowhere; else in the main
///     pool of a node that has no buffer
/// @param watermark `promotion_watermark`: share of the main pool's bytes from which on nothing is admitted
/// @param queueLimit `promotion_queue_limit`: tasks that are not at their end, of all nodes together
/// @param maxPerPull `promotion_max_per_pull`: tasks handed out at one time
/// @param leaseNanos `prefetch_lease`: how long what was prefetched stays beyond the moment it was needed for
/// @param ttlNanos `promotion_ttl`: a task older than this ends, whatever its node does
/// @param onHit `promotion_on_hit`: whether gets that met SSD only bring their blocks to the main pool
/// @param admissionThreshold `promotion_admission_threshold`: so many such gets of a block, lately
public record PrefetchTerms(
        boolean enabled,
        boolean strictBuffer,
        double watermark,
        int queueLimit,
        int maxPerPull,
        long leaseNanos,
        long ttlNanos,
        boolean onHit,
        int admissionThreshold) {
    private static final long SECOND = 1_000_000_000L;
    /// A lease keeps memory from everybody else.
    private static final long MAX_LEASE_NANOS = 600 * SECOND;

    /// A task is handed out so often before it is given up.
    public static final int MAX_ATTEMPTS = 3;

    /// Blocks that are throttled and tried again by themselves.
    public static final int MAX_CANDIDATES = 50_000;

    /// What the count of gets can tell apart.
    private static final int MAX_THRESHOLD = 100;

    public PrefetchTerms {
        InvalidInput.unless(
                watermark > 0 && watermark <= 1,
                "promotion_watermark",
                "is " + watermark + "; it must be above 0 and at most 1");
        InvalidInput.unless(queueLimit >= 1, "promotion_queue_limit", "is " + queueLimit + "; it must be at least 1");
        InvalidInput.unless(maxPerPull >= 1, "promotion_max_per_pull", "is " + maxPerPull + "; it must be at least 1");
        InvalidInput.unless(
                leaseNanos > 0 && leaseNanos <= MAX_LEASE_NANOS,
                "prefetch_lease",
                "is " + leaseNanos + " ns; it must be positive and at most 10 min");
        InvalidInput.unless(ttlNanos > 0, "promotion_ttl", "is " + ttlNanos + " ns; it must be positive");
        InvalidInput.unless(
                admissionThreshold >= 1 && admissionThreshold <= MAX_THRESHOLD,
                "promotion_admission_threshold",
                "is " + admissionThreshold + "; it must be from 1 to " + MAX_THRESHOLD);
    }

    /// Without promotion on hit.
    public PrefetchTerms(
            boolean enabled,
            boolean strictBuffer,
            double watermark,
            int queueLimit,
            int maxPerPull,
            long leaseNanos,
            long ttlNanos) {
        this(enabled, strictBuffer, watermark, queueLimit, maxPerPull, leaseNanos, ttlNanos, false, 2);
    }

    /// Off, strict, 0.95, 50,000 tasks, 32 a pull, 10 s, 600 s; on hit off, from the second on.
    public static PrefetchTerms defaults() {
        return new PrefetchTerms(false, true, 0.95, 50_000, 32, 10 * SECOND, 600 * SECOND);
    }

    /// The same, with promotion on hit.
    ///
    /// @param threshold [#admissionThreshold]
    public PrefetchTerms withOnHit(boolean on, int threshold) {
        return new PrefetchTerms(
                enabled, strictBuffer, watermark, queueLimit, maxPerPull, leaseNanos, ttlNanos, on, threshold);
    }

    /// The same, switched on or off.
    public PrefetchTerms withEnabled(boolean on) {
        return new PrefetchTerms(
                on, strictBuffer, watermark, queueLimit, maxPerPull, leaseNanos, ttlNanos, onHit, admissionThreshold);
    }
}
