package io.forebay.client;

import java.util.Comparator;
import java.util.PriorityQueue;

/// A timer whose time passes when the test says so. Tasks run on the thread that lets it pass.
final class FakeTimer implements Timer {
    private record Task(long atNanos, long number, Runnable work) {}

    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong(Task::atNanos).thenComparingLong(Task::number));
    private long nowNanos;
    private long number;
    private boolean closed;

    @Override
    public synchronized void after(long delayNanos, Runnable task) {
        if (!closed) {
            tasks.add(new Task(nowNanos + delayNanos, number++, task));
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        tasks.clear();
    }

    synchronized boolean isClosed() {
        return closed;
    }

    synchronized long nowNanos() {
        return nowNanos;
    }

    /// Runs what is due now.
    void run() {
        advance(0);
    }

    void advance(long nanos) {
        long end = nowNanos() + nanos;
        for (Runnable next = next(end); next != null; next = next(end)) {
            next.run();
        }
        synchronized (this) {
            nowNanos = end;
        }
    }

    private synchronized @org.jspecify.annotations.Nullable Runnable next(long endNanos) {
        Task first = tasks.peek();
        if (first == null || first.atNanos() > endNanos) {
            return null;
        }
        tasks.remove(first);
        nowNanos = Math.max(nowNanos, first.atNanos());
        return first.work();
    }
}
