package io.forebay.bench.recovery;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

/// Calls with their beginning and end, noted by any thread.
final class TimedCalls {
    private final ConcurrentLinkedQueue<Timed> calls = new ConcurrentLinkedQueue<>();

    /// One call, by this process's clock.
    record Timed(long beganNanos, long endedNanos) {
        /// Whether it was under way at some moment from `from` to `to`.
        boolean meets(long from, long to) {
            return beganNanos <= to && endedNanos >= from;
        }
    }

    void add(long beganNanos, long endedNanos) {
        calls.add(new Timed(beganNanos, endedNanos));
    }

    /// Milliseconds of those that are `wanted`.
    List<Double> millis(Predicate<Timed> wanted) {
        return calls.stream()
                .filter(wanted)
                .map(call -> (call.endedNanos - call.beganNanos) / 1e6)
                .toList();
    }

    /// When the first call ended at or after `from`; `from` when none has.
    long firstEnd(long from) {
        return calls.stream()
                .mapToLong(Timed::endedNanos)
                .filter(end -> end >= from)
                .min()
                .orElse(from);
    }
}
