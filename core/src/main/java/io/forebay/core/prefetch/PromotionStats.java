package io.forebay.core.prefetch;

import java.util.EnumMap;
import java.util.Map;

/// The promotions in numbers: `admitted` of a source is the sum of its ends and of what is in flight.
///
/// @param queued tasks that wait for their node
/// @param claimed tasks that a node was handed
/// @param promoting tasks whose node reads
/// @param candidates throttled blocks that are tried again
/// @param admitted tasks since the start, by what asked for them first
/// @param ended tasks since the start, by the same and by their end
public record PromotionStats(
        int queued,
        int claimed,
        int promoting,
        int candidates,
        Map<PromotionSource, Long> admitted,
        Map<PromotionSource, Map<TaskEnd, Long>> ended) {
    public PromotionStats {
        admitted = Map.copyOf(admitted);
        ended = Map.copyOf(ended);
    }

    static PromotionStats of(TaskTable tasks, int candidates) {
        Map<PromotionSource, Long> admitted = new EnumMap<>(PromotionSource.class);
        Map<PromotionSource, Map<TaskEnd, Long>> ended = new EnumMap<>(PromotionSource.class);
        tasks.counts().forEach((source, counts) -> {
            admitted.put(source, counts.admitted);
            ended.put(source, Map.copyOf(counts.ended));
        });
        return new PromotionStats(
                tasks.in(Task.State.QUEUED),
                tasks.in(Task.State.CLAIMED),
                tasks.in(Task.State.PROMOTING),
                candidates,
                admitted,
                ended);
    }

    /// Tasks that are not at their end.
    public int inFlight() {
        return queued + claimed + promoting;
    }
}
