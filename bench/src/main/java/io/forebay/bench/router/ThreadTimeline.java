package io.forebay.bench.router;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// The real one: a bounded number of platform threads. What is due while all are busy waits, which is then seen as a
/// dispatch behind its time. What waits is bounded by the trace.
final class ThreadTimeline implements Timeline, AutoCloseable {
    private static final int THREADS = 64;

    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(
            THREADS, Thread.ofPlatform().daemon().name("replay-request-", 1).factory());

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public void at(long nanos, Runnable step) {
        Future<?> _ = threads.schedule(step, Math.max(0, nanos - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    @Override
    public void await(CountDownLatch done, long endNanos) throws IOException {
        try {
            if (!done.await(endNanos - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                throw new IOException(done.getCount() + " requests have not ended, long after their time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted in the replay", e);
        }
    }

    /// Ends what is under way; what waits is forgotten.
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
