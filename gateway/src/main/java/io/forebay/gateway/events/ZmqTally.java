package io.forebay.gateway.events;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/// Counts. Safe from any thread.
final class ZmqTally {
    private final AtomicLong batches = new AtomicLong();
    private final AtomicLong events = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong resyncs = new AtomicLong();
    private final AtomicLong replayed = new AtomicLong();
    private final Map<ReplayEnd, AtomicLong> replays = new EnumMap<>(ReplayEnd.class);

    ZmqTally() {
        for (ReplayEnd end : ReplayEnd.values()) {
            replays.put(end, new AtomicLong());
        }
    }

    void published(int inBatch, int size) {
        batches.incrementAndGet();
        events.addAndGet(inBatch);
        bytes.addAndGet(size);
    }

    void resynced() {
        resyncs.incrementAndGet();
    }

    void replayed() {
        replayed.incrementAndGet();
    }

    void ended(ReplayEnd end) {
        AtomicLong count = replays.get(end);
        if (count != null) {
            count.incrementAndGet();
        }
    }

    ZmqFigures figures(ReplayBuffer buffer) {
        Map<ReplayEnd, Long> ends = new EnumMap<>(ReplayEnd.class);
        replays.forEach((end, count) -> ends.put(end, count.get()));
        return new ZmqFigures(
                batches.get(),
                events.get(),
                bytes.get(),
                resyncs.get(),
                ends,
                replayed.get(),
                buffer.size(),
                buffer.bytes());
    }
}
