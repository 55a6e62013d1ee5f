package io.forebay.server.master;

import io.forebay.core.prefetch.PromotionStats;
import java.util.Map;

/// A master's figures about prefetch at one moment; immutable.
///
/// @param on whether triggers are heard
/// @param promotions since the catalogue began, tasks and their ends
/// @param blocks that triggers named since the start, by what they heard of them: a status, or `disabled`
public record PrefetchStats(boolean on, PromotionStats promotions, Map<String, Long> blocks) {
    public PrefetchStats {
        blocks = Map.copyOf(blocks);
    }
}
