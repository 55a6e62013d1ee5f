package io.forebay.node;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.Executor;

/// A clock that moves only when a test says so, and the tasks and timers of every loop that lives on it.
final class StepClock {
    private final PriorityQueue<Due> due =
            new PriorityQueue<>(Comparator.comparingLong(Due::atNanos).thenComparingLong(Due::order));
    private long nowNanos = 1_000_000_000L;
    private long order;

    private record Due(long atNanos, long order, Runnable action) {}

    long nowNanos() {
        return nowNanos;
    }

    Runnable plan(long delayNanos, Runnable action) {
        Due entry = new Due(nowNanos + Math.max(0, delayNanos), order++, action);
        due.add(entry);
        return () -> due.remove(entry);
    }

    /// Lets time pass, and all that falls into it happen.
    void pass(long nanos) {
        long until = nowNanos + nanos;
        for (Due next = due.peek(); next != null && next.atNanos <= until; next = due.peek()) {
            due.remove();
            nowNanos = Math.max(nowNanos, next.atNanos);
            next.action.run();
        }
        nowNanos = until;
    }

    Loop loop() {
        return new Loop() {
            @Override
            public long nanoTime() {
                return nowNanos;
            }

            @Override
            public boolean offer(Runnable request) {
                post(request);
                return true;
            }

            @Override
            public void post(Runnable completion) {
                plan(0, completion);
            }

            @Override
            public Timer after(long delayNanos, Runnable action) {
                return plan(delayNanos, action)::run;
            }
        };
    }

    Executor movers() {
        return work -> plan(0, work);
    }
}
