package io.forebay.sim;

import io.forebay.core.prefetch.PrefetchTerms;
import io.forebay.core.prefetch.Promotions;
import java.util.Optional;

/// What a simulated cluster keeps blocks in, and what its master knows of prefetching.
public enum Tiers {
    /// Memory alone.
    MEMORY(false, 0),
    /// SSDs, and a composition that has never heard of prefetching.
    SSD(true, 0),
    /// SSDs, and prefetching as it is by default: switched off.
    SSD_PREFETCH_OFF(true, 0),
    /// Prefetch buffers, triggers and promotion on hit, a router, and few tasks at one time.
    SSD_PREFETCH(true, 8);

    private static final long SECOND = 1_000_000_000L;

    final boolean hasDisks;

    /// Blocks that a node's prefetch buffer has room for.
    final int bufferBlocks;

    Tiers(boolean hasDisks, int bufferBlocks) {
        this.hasDisks = hasDisks;
        this.bufferBlocks = bufferBlocks;
    }

    /// What a new master makes of prefetching; empty for one that has never heard of it.
    Optional<Promotions> promotions() {
        return switch (this) {
            case MEMORY, SSD -> Optional.empty();
            case SSD_PREFETCH_OFF -> Optional.of(new Promotions(PrefetchTerms.defaults()));
            case SSD_PREFETCH ->
                Optional.of(
                        new Promotions(new PrefetchTerms(true, true, 0.95, 10, 4, 2 * SECOND, 5 * SECOND, true, 2)));
        };
    }

    /// Whether nodes are told whom to ask for promotion tasks.
    boolean knowsPrefetch() {
        return switch (this) {
            case MEMORY, SSD -> false;
            case SSD_PREFETCH_OFF, SSD_PREFETCH -> true;
        };
    }
}
