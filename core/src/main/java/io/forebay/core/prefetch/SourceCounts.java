package io.forebay.core.prefetch;

import java.util.EnumMap;
import java.util.Map;

/// What became of the tasks of one source, since the start. Changed by [TaskTable].
final class SourceCounts {
    final Map<TaskEnd, Long> ended = new EnumMap<>(TaskEnd.class);
    long admitted;

    long allEnded() {
        return ended.values().stream().mapToLong(Long::longValue).sum();
    }
}
