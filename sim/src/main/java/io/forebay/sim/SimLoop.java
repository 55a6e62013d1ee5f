package io.forebay.sim;

import io.forebay.node.Loop;
import java.util.concurrent.Executor;

/// A node's loop on the virtual clock: tasks in order, a little later each; movers in any order. Dies with its node:
/// then nothing that was planned on it happens.
final class SimLoop implements Loop {
    private final String name;
    private final Schedule schedule;
    private final Chance chance;
    private long lastTaskNanos;
    private boolean dead;

    SimLoop(String name, Schedule schedule, Chance chance) {
        this.name = name;
        this.schedule = schedule;
        this.chance = chance;
    }

    @Override
    public long nanoTime() {
        return schedule.nowNanos();
    }

    @Override
    public boolean offer(Runnable request) {
        if (!dead) {
            post(request);
        }
        return !dead;
    }

    @Override
    public void post(Runnable completion) {
        lastTaskNanos = Math.max(lastTaskNanos, schedule.nowNanos() + chance.delayNanos(1_000, 100_000));
        schedule.at(lastTaskNanos, name + " task", () -> run(completion));
    }

    @Override
    public Timer after(long delayNanos, Runnable action) {
        Schedule.Planned event = schedule.after(delayNanos, name + " timer", () -> run(action));
        return () -> schedule.callOff(event);
    }

    /// Work aside: each piece takes its own time.
    Executor movers() {
        return work -> schedule.after(chance.delayNanos(1_000, 5_000_000), name + " mover", () -> run(work));
    }

    private void run(Runnable task) {
        if (!dead) {
            task.run();
        }
    }

    void die() {
        dead = true;
    }

    boolean isDead() {
        return dead;
    }
}
