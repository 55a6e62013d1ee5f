package io.forebay.core.catalogue;

import io.forebay.core.answer.InvalidInput;

/// The times and sizes by which a [Catalogue] decides.
///
/// @param nodeStaleNanos a node silent for so long is invisible: no query names it, until it is heard again and has
///     caught up
/// @param nodeExpiryNanos a node silent for so long loses its session; at least `nodeStaleNanos`
/// @param warmingMinNanos after its start a master says for so long at least that it may not know everything; from 0
/// @param sliceKeys replicas of ended sessions that one [Tick] reclaims, so that no tick delays the inbox for long
public record CatalogueSettings(long nodeStaleNanos, long nodeExpiryNanos, long warmingMinNanos, int sliceKeys) {
    private static final long SECOND = 1_000_000_000L;

    public CatalogueSettings {
        InvalidInput.unless(nodeStaleNanos > 0, "node_stale", "is " + nodeStaleNanos + " ns; it must be positive");
        InvalidInput.unless(
                nodeExpiryNanos >= nodeStaleNanos,
                "node_expiry",
                "is " + nodeExpiryNanos + " ns; it must be at least node_stale, " + nodeStaleNanos + " ns");
        InvalidInput.unless(
                warmingMinNanos >= 0, "warming_min", "is " + warmingMinNanos + " ns; it must not be negative");
        InvalidInput.unless(sliceKeys >= 1, "slice_keys", "is " + sliceKeys + "; it must be at least 1");
    }

    /// 10 s, 60 s, 5 s, 10,000 keys.
    public static CatalogueSettings defaults() {
        return new CatalogueSettings(10 * SECOND, 60 * SECOND, 5 * SECOND, 10_000);
    }
}
