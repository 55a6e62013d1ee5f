package io.forebay.bench.cluster;

import io.forebay.bench.process.ExitStack;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// What comes back after a fault, on threads of its own, so that the replay meets the absence. Started and awaited by
/// one thread.
final class Returns {
    private static final int THREADS = 4;
    private static final long AWAIT_SECONDS = 180;

    private final ScheduledExecutorService threads = Executors.newScheduledThreadPool(
            THREADS, Thread.ofPlatform().daemon().name("replay-return-", 1).factory());
    private final List<Future<?>> open = new ArrayList<>();

    /// Brings something back.
    interface Return {
        void run() throws IOException;
    }

    private Returns() {}

    static Returns open(ExitStack exit) {
        Returns returns = new Returns();
        exit.defer(returns.threads::shutdownNow);
        return returns;
    }

    void now(Return action) {
        later(Duration.ZERO, action);
    }

    void later(Duration delay, Return action) {
        open.add(threads.schedule(
                () -> {
                    action.run();
                    return true;
                },
                delay.toNanos(),
                TimeUnit.NANOSECONDS));
    }

    /// Waits for all of them.
    ///
    /// @throws IOException when one failed or takes too long
    void await() throws IOException {
        try {
            for (Future<?> each : open) {
                each.get(AWAIT_SECONDS, TimeUnit.SECONDS);
            }
            open.clear();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for what was to come back", e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("what was to come back did not: " + e.getMessage(), e);
        }
    }
}
