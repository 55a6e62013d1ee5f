package io.forebay.bench.router;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/// Does things at their time.
interface Timeline {
    /// Now, in the nanoseconds in which [#at] reads.
    long nanoTime();

    /// Runs `step` at that time, or as soon as it can afterwards. Steps of the same time run in any order, at once.
    void at(long nanos, Runnable step);

    /// Waits until `done` is down.
    ///
    /// @param endNanos how long at the most
    /// @throws IOException when it is not down by then
    void await(CountDownLatch done, long endNanos) throws IOException;
}
