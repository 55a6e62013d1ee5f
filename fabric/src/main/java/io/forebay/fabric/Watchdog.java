package io.forebay.fabric;

import io.forebay.core.answer.Invariant;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// The one timer thread of a fabric or data port: alarms of reads, deadlines of handshakes, sweeps. What it runs
/// never blocks, so an alarm is late only by the scheduling of one thread.
final class Watchdog implements AutoCloseable {
    private static final long END_SECONDS = 30;

    private final ScheduledThreadPoolExecutor timer;
    private final Queue<Runnable> soon = new ConcurrentLinkedQueue<>();

    Watchdog(String name) {
        timer = new ScheduledThreadPoolExecutor(1, task -> Threads.make(name, task));
        timer.setRemoveOnCancelPolicy(true);
        timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /// Runs `action` once, `delayNanos` from now; what it returns calls that off. After [#close] nothing runs.
    Runnable after(long delayNanos, Runnable action) {
        try {
            Future<?> alarm = timer.schedule(() -> Callbacks.run(action), delayNanos, TimeUnit.NANOSECONDS);
            return () -> alarm.cancel(false);
        } catch (RejectedExecutionException closed) {
            return () -> {};
        }
    }

    /// Runs `action` soon on the timer thread; in any case once, if need be in [#close] or, after it, here and now.
    void soon(Runnable action) {
        soon.add(action);
        try {
            timer.execute(this::runSoon);
        } catch (RejectedExecutionException closed) {
            runSoon();
        }
    }

    /// Drops the alarms and waits for an action that runs now. Never called by one.
    @Override
    public void close() {
        timer.shutdown();
        boolean interrupted = false;
        boolean ended = false;
        try {
            ended = timer.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        runSoon();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        Invariant.check(ended || interrupted, "the timer thread ends within " + END_SECONDS + " s");
    }

    private void runSoon() {
        Runnable next = soon.poll();
        while (next != null) {
            Callbacks.run(next);
            next = soon.poll();
        }
    }
}
