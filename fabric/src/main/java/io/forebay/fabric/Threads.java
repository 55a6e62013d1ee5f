package io.forebay.fabric;

import io.forebay.core.answer.Invariant;
import java.time.Duration;

/// Starts and ends the threads of the data plane: platform threads, all daemons.
final class Threads {
    private static final Duration END = Duration.ofSeconds(30);

    private Threads() {}

    static Thread make(String name, Runnable body) {
        return Thread.ofPlatform().daemon().name(name).unstarted(body);
    }

    /// Waits for the end of a thread that was told to end. An interrupt is kept for the caller and does not shorten
    /// the wait: memory may be freed afterwards.
    static void join(Thread thread) {
        boolean interrupted = false;
        boolean joined = false;
        boolean ended = false;
        while (!joined) {
            try {
                ended = thread.join(END);
                joined = true;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        Invariant.check(ended, "thread " + thread.getName() + " ends within " + END);
    }
}
