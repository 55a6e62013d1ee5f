package io.forebay.server.master;

import io.forebay.core.prefetch.PromotionSource;
import io.forebay.core.prefetch.PromotionStats;
import io.forebay.core.prefetch.TaskEnd;
import io.forebay.server.metrics.SnapshotMetrics;
import java.util.LinkedHashMap;
import java.util.Map;

/// The master's metrics about triggers and promotions. Of each source: admitted = all ended + those in flight.
final class PrefetchMetrics {
    private PrefetchMetrics() {}

    static void addTo(SnapshotMetrics<MasterStats> master) {
        master.gauge(
                        "prefetch_enabled",
                        "1 while routers' triggers are heard.",
                        each -> each.prefetch().on() ? 1 : 0)
                .counters(
                        "prefetch_blocks",
                        "Blocks that triggers named, by what was answered.",
                        "status",
                        each -> each.prefetch().blocks())
                .gauges("promotion_tasks", "Promotions under way.", "state", each -> tasks(promotions(each)))
                .gauge(
                        "promotion_candidates",
                        "Throttled blocks that are tried again by themselves.",
                        each -> promotions(each).candidates())
                .counters(
                        "promotion_admitted",
                        "Promotions admitted, by what asked for them first.",
                        "source",
                        each -> promotions(each).admitted())
                .counters(
                        "promotion_ended",
                        "Promotions ended, by what asked for them first and how they ended.",
                        "source,end",
                        each -> ended(promotions(each)));
    }

    private static PromotionStats promotions(MasterStats stats) {
        return stats.prefetch().promotions();
    }

    private static Map<String, Integer> tasks(PromotionStats stats) {
        return Map.of("queued", stats.queued(), "claimed", stats.claimed(), "promoting", stats.promoting());
    }

    private static Map<String, Long> ended(PromotionStats stats) {
        Map<String, Long> ended = new LinkedHashMap<>();
        for (PromotionSource source : PromotionSource.values()) {
            Map<TaskEnd, Long> ends = stats.ended().getOrDefault(source, Map.of());
            for (TaskEnd end : TaskEnd.values()) {
                ended.put(source + "," + end, ends.getOrDefault(end, 0L));
            }
        }
        return ended;
    }
}
