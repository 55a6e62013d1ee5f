package io.forebay.wire;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;

/// Threads of the wire. None keeps a process alive; whoever makes an executor shuts it down.
final class DaemonThreads {
    private DaemonThreads() {}

    /// A fixed number of threads.
    static ExecutorService pool(String name, int threads) {
        return Executors.newFixedThreadPool(threads, factory(name));
    }

    /// One thread that runs what is due. A task that was cancelled is forgotten at once, and after a shutdown nothing
    /// more runs.
    static ScheduledExecutorService timer(String name) {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, factory(name));
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    private static ThreadFactory factory(String name) {
        return Thread.ofPlatform().daemon().name(name + "-", 0).factory();
    }
}
