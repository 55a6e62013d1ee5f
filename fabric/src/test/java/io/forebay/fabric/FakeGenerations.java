package io.forebay.fabric;

import io.forebay.core.extent.Generations;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/// Generations in a map: 1 wherever nothing else was set. Can free an extent in the middle of a copy, and can hang.
final class FakeGenerations implements Generations {
    private final Map<Long, Long> values = new ConcurrentHashMap<>();
    private final Map<Long, Boolean> freedUnderCopy = new ConcurrentHashMap<>();
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private volatile boolean hanging;

    void free(long offsetBytes) {
        values.merge(offsetBytes, 2L, Long::sum);
    }

    /// The next copy from `offsetBytes` finds its generation right before and wrong behind.
    void freeDuringNextCopy(long offsetBytes) {
        freedUnderCopy.put(offsetBytes, true);
    }

    /// Every acquire waits from now on until the latch opens.
    void hangUntil(CountDownLatch opened) {
        gate = opened;
    }

    @Override
    public long acquire(long offsetBytes) {
        awaitGate();
        long now = values.getOrDefault(offsetBytes, 1L);
        if (freedUnderCopy.remove(offsetBytes) != null) {
            free(offsetBytes);
        }
        return now;
    }

    @Override
    public boolean confirm(long offsetBytes, long expected) {
        return values.getOrDefault(offsetBytes, 1L) == expected;
    }

    /// True once somebody waits at the gate.
    boolean isHanging() {
        return hanging;
    }

    private void awaitGate() {
        try {
            hanging = gate.getCount() > 0;
            gate.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
