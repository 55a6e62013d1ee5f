package io.forebay.memory.ssd;

import io.forebay.memory.ssd.terms.SsdThreads;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Platform threads for one device: file I/O holds its thread, so a virtual one would hold its carrier.
final class PlatformThreads implements SsdThreads {
    /// The tier bounds what it gives; beyond this something is broken.
    private static final int MAX_TASKS = 1 << 22;

    private final ThreadPoolExecutor reads;
    private final ThreadPoolExecutor writes;
    private final ThreadPoolExecutor reclaim;
    private final ScheduledThreadPoolExecutor alarms;

    private PlatformThreads(String name, int readThreads, int writeThreads) {
        reads = pool(name + "-read-", readThreads);
        writes = pool(name + "-write-", writeThreads);
        reclaim = pool(name + "-reclaim-", 1);
        alarms = new ScheduledThreadPoolExecutor(1, factory(name + "-alarm-"), new ThreadPoolExecutor.DiscardPolicy());
        alarms.setRemoveOnCancelPolicy(true);
    }

    static PlatformThreads start(String name, int readThreads, int writeThreads) {
        return new PlatformThreads(name, readThreads, writeThreads);
    }

    private static ThreadPoolExecutor pool(String name, int threads) {
        return new ThreadPoolExecutor(
                threads,
                threads,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MAX_TASKS),
                factory(name),
                new ThreadPoolExecutor.DiscardPolicy());
    }

    private static ThreadFactory factory(String name) {
        return Thread.ofPlatform().name(name, 0).daemon().factory();
    }

    @Override
    public void read(Runnable task) {
        reads.execute(task);
    }

    @Override
    public void write(Runnable task) {
        writes.execute(task);
    }

    @Override
    public void reclaim(Runnable task) {
        reclaim.execute(task);
    }

    @Override
    public Alarm after(long nanos, Runnable task) {
        ScheduledFuture<?> alarm = alarms.schedule(task, nanos, TimeUnit.NANOSECONDS);
        return () -> alarm.cancel(false);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    /// Never interrupts: an interrupt closes the channel that its thread is in. Alarms that are set still ring: what
    /// hangs ends at its deadline for those who asked for it.
    @Override
    public void close() {
        reads.shutdown();
        writes.shutdown();
        reclaim.shutdown();
        alarms.shutdown();
    }
}
