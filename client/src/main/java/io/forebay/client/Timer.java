package io.forebay.client;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/// Runs tasks later, one at a time and in the order of their times: whoever does everything in its tasks needs
/// no lock.
public interface Timer {
    /// Runs `task` in `delayNanos` from now (0: as soon as possible). After [#close] nothing is run.
    void after(long delayNanos, Runnable task);

    /// Stops: a task that runs is let finish, waiting ones are dropped.
    void close();

    /// A timer on one daemon thread of its own.
    ///
    /// @param threadName what the thread is called
    static Timer onThread(String threadName) {
        var executor = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name(threadName).factory(), new ThreadPoolExecutor.DiscardPolicy());
        return new Timer() {
            @Override
            public void after(long delayNanos, Runnable task) {
                var _ = executor.schedule(() -> logged(task), delayNanos, TimeUnit.NANOSECONDS);
            }

            @Override
            public void close() {
                executor.shutdownNow();
            }
        };
    }

    private static void logged(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LoggerFactory.getLogger(Timer.class).error("a task of the timer failed", e);
        }
    }
}
