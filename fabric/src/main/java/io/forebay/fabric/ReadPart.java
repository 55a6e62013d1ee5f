package io.forebay.fabric;

import io.forebay.core.answer.Failure;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A run of consecutive ranges of one read that one worker (a connection's receiver, a copy thread) fills in order.
///
/// Its phase says who may touch the destinations:
///
/// ```
/// IDLE ──beginWrite──▶ WRITING ──endWrite──▶ IDLE        the worker, around each range
///   │                     │ abandon                      anyone: cancelled, timed out, another part failed
///   │ abandon, close      ▼
///   │                  DRAINING ──endWrite, close──┐     the worker notices and writes no further byte
///   └────────────────▶ OVER ◀──────────────────────┘     told to the read, once
/// ```
///
/// One worker calls everything but [#abandon], which is safe from any thread.
final class ReadPart {
    private enum Phase {
        IDLE,
        WRITING,
        DRAINING,
        OVER
    }

    private final ReadTask task;
    private final int first;
    private final List<ReadRange> ranges;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.IDLE);
    private final AtomicInteger completed = new AtomicInteger();
    private volatile @Nullable ReadResult end;

    /// @param first index of the part's first range in the read
    ReadPart(ReadTask task, int first, List<ReadRange> ranges) {
        this.task = task;
        this.first = first;
        this.ranges = ranges;
    }

    List<ReadRange> ranges() {
        return ranges;
    }

    /// Leading ranges of this part that are there.
    int completed() {
        return completed.get();
    }

    boolean isWhole() {
        return completed.get() == ranges.size();
    }

    /// How this part ended; null while it runs. Counts from the start of the read, so it is the read's result if
    /// every earlier part is whole.
    @Nullable
    ReadResult end() {
        return end;
    }

    /// True once nobody waits for the bytes any more.
    boolean isAbandoned() {
        Phase now = phase.get();
        return now == Phase.DRAINING || now == Phase.OVER;
    }

    boolean isOver() {
        return phase.get() == Phase.OVER;
    }

    /// Takes the destinations for writing; false if they are no longer to be written.
    boolean beginWrite() {
        return phase.compareAndSet(Phase.IDLE, Phase.WRITING);
    }

    /// Gives the destinations back. False if the part was abandoned meanwhile; it is over then.
    boolean endWrite() {
        if (phase.compareAndSet(Phase.WRITING, Phase.IDLE)) {
            return true;
        }
        close();
        return false;
    }

    /// One more range is there.
    void advance() {
        completed.incrementAndGet();
    }

    void complete() {
        end(new ReadResult.Complete(first + completed.get()));
    }

    void stale() {
        end(new ReadResult.Stale(first + completed.get()));
    }

    void fail(Failure failure) {
        end(new ReadResult.Failed(first + completed.get(), failure));
    }

    private void end(ReadResult result) {
        end = result;
        task.settle();
    }

    /// Asks the worker to write no further byte.
    void abandon() {
        while (!closeFrom(Phase.IDLE) && !phase.compareAndSet(Phase.WRITING, Phase.DRAINING) && !isAbandoned()) {
            Thread.onSpinWait();
        }
    }

    /// The worker will write no further byte.
    void close() {
        if (phase.getAndSet(Phase.OVER) != Phase.OVER) {
            task.partOver();
        }
    }

    private boolean closeFrom(Phase expected) {
        boolean mine = phase.compareAndSet(expected, Phase.OVER);
        if (mine) {
            task.partOver();
        }
        return mine;
    }
}
