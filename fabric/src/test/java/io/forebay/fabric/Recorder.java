package io.forebay.fabric;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Writes down what a read's listener hears, and what breaks its promises.
final class Recorder implements ReadListener {
    private final AtomicInteger finishedCalls = new AtomicInteger();
    private final AtomicInteger overCalls = new AtomicInteger();
    private volatile @Nullable ReadResult result;
    private volatile @Nullable String violation;
    private volatile boolean over;

    @Override
    public void finished(ReadResult result) {
        if (finishedCalls.incrementAndGet() > 1 || overCalls.get() > 0) {
            violation = "finished twice, or behind over: " + result;
        }
        this.result = result;
    }

    @Override
    public void over() {
        if (overCalls.incrementAndGet() > 1 || result == null) {
            violation = "over twice, or ahead of finished";
        }
        over = true;
    }

    boolean isFinished() {
        return result != null;
    }

    boolean isOver() {
        return over;
    }

    ReadResult result() {
        String broken = violation;
        ReadResult now = result;
        if (broken != null || now == null) {
            throw new AssertionError(broken == null ? "not finished" : broken);
        }
        return now;
    }
}
