package io.forebay.core.prefetch;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One node's tasks: those that wait, earliest need first, and those that it was handed. Changed by [TaskTable].
final class OwnerQueue {
    /// When a read has to begin; the older task first.
    private record Need(long startByNanos, long number) implements Comparable<Need> {
        private static final Comparator<Need> ORDER =
                Comparator.comparingLong(Need::startByNanos).thenComparingLong(Need::number);

        @Override
        public int compareTo(Need other) {
            return ORDER.compare(this, other);
        }
    }

    private final NavigableMap<Need, Task> waiting = new TreeMap<>();
    final Map<TaskId, Task> handedOut = new LinkedHashMap<>();
    long lastPull;
    private PrefetchEvent.@Nullable BufferFull full;

    private static Need need(Task task) {
        return new Need(task.startByNanos, task.id.number());
    }

    void add(Task task) {
        waiting.put(need(task), task);
    }

    /// Whether it waited.
    boolean remove(Task task) {
        return waiting.remove(need(task)) != null;
    }

    /// The node has found no room in its buffer.
    void full(PrefetchEvent.BufferFull event) {
        full = event;
    }

    /// Something has landed in the buffer.
    void landed() {
        full = null;
    }

    /// Whether the node has lately found no room in its buffer, and nothing says that there is some by now.
    boolean isFull(long keptBytes, long nowNanos) {
        return full != null && full.untilNanos() - nowNanos > 0 && keptBytes >= full.keptBytes();
    }

    boolean hasWaiting() {
        return !waiting.isEmpty();
    }

    int size() {
        return waiting.size() + handedOut.size();
    }

    /// All of them, those that wait first.
    List<Task> all() {
        return Stream.concat(waiting.values().stream(), handedOut.values().stream())
                .toList();
    }

    /// The next ones to hand out: by need, and behind them what can no longer be in time.
    List<Task> next(int atMost, long nowNanos) {
        Need now = new Need(nowNanos, Long.MIN_VALUE);
        return Stream.concat(waiting.tailMap(now).values().stream(), waiting.headMap(now).values().stream())
                .limit(atMost)
                .toList();
    }
}
