package io.forebay.node;

/// The one thread of a node: tasks in order, timers, and the clock. A real one is an [EventLoop]; the simulator's
/// runs on a virtual clock.
public interface Loop {
    /// Nanoseconds of a monotonic clock with an arbitrary origin. Any thread.
    long nanoTime();

    /// Queues a request from outside. Any thread.
    ///
    /// @return false when the queue is at its bound: the request was not taken
    boolean offer(Runnable request);

    /// Queues the completion of something that this node started. Any thread. Never refused: their number is bounded
    /// by what was started.
    void post(Runnable completion);

    /// Runs `action` on the loop once `delayNanos` have passed. Loop thread only.
    Timer after(long delayNanos, Runnable action);

    /// A running timer.
    @FunctionalInterface
    interface Timer {
        /// The action will not run. No effect if it has.
        void cancel();
    }
}
