package io.forebay.server.master;

import io.forebay.node.Loop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/// A loop that a test steps by hand.
final class StepLoop implements Loop {
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final List<Runnable> timers = new ArrayList<>();
    private long nanos;
    /// Whether requests are turned away.
    boolean full;

    @Override
    public long nanoTime() {
        return nanos;
    }

    @Override
    public boolean offer(Runnable request) {
        return !full && tasks.add(request);
    }

    @Override
    public void post(Runnable completion) {
        tasks.add(completion);
    }

    @Override
    public Timer after(long delayNanos, Runnable action) {
        timers.add(action);
        return () -> timers.remove(action);
    }

    int runAll() {
        int ran = 0;
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
            ran++;
        }
        return ran;
    }

    void pass(long elapsedNanos) {
        nanos += elapsedNanos;
        List<Runnable> due = List.copyOf(timers);
        timers.clear();
        due.forEach(Runnable::run);
        runAll();
    }
}
