package io.forebay.fabric;

import java.util.Comparator;
import java.util.PriorityQueue;

/// A courier with a virtual clock: each delivery takes 10 µs, events at one time run in their order.
final class VirtualCourier implements Courier {
    private static final long TRAVEL_NANOS = 10_000;

    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::atNanos).thenComparingLong(Event::number));
    private long nowNanos;
    private long numbers;

    private record Event(long atNanos, long number, Runnable action) {}

    @Override
    public void deliver(Runnable arrival) {
        after(TRAVEL_NANOS, arrival);
    }

    @Override
    public void after(long delayNanos, Runnable alarm) {
        events.add(new Event(nowNanos + delayNanos, ++numbers, alarm));
    }

    long nowNanos() {
        return nowNanos;
    }

    /// Runs the next event; false if there is none.
    boolean step() {
        Event next = events.poll();
        if (next == null) {
            return false;
        }
        nowNanos = next.atNanos();
        next.action().run();
        return true;
    }

    /// Runs until nothing is left.
    void drain() {
        boolean ran = true;
        while (ran) {
            ran = step();
        }
    }
}
