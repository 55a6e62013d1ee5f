package io.forebay.fabric;

import io.forebay.core.answer.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// A read in progress, the same for every backend: its parts, its one result, and the promise to its listener that
/// [ReadListener#finished] comes once and [ReadListener#over] once, after it.
///
/// Result and end are separate events on separate threads: a watchdog may finish the read while a receiver still sits
/// in a system call that writes to a destination. `told` keeps their order: whoever completes the pair of bits
/// [#FINISHED_TOLD] and [#PARTS_OVER] tells the end. Safe from any thread.
final class ReadTask implements ReadOperation {
    private static final int FINISH_CLAIMED = 1;
    private static final int FINISHED_TOLD = 2;
    private static final int PARTS_OVER = 4;

    private final int ranges;
    private final ReadListener listener;
    private final Consumer<ReadTask> whenOver;
    private final List<ReadPart> parts;
    private final AtomicInteger partsOpen;
    private final AtomicInteger told = new AtomicInteger();
    private volatile Runnable disarm = () -> {};

    /// @param splits the ranges in order, cut into runs; one part for each
    /// @param whenOver runs once just before the listener hears that the read is over
    ReadTask(List<List<ReadRange>> splits, ReadListener listener, Consumer<ReadTask> whenOver) {
        this.listener = listener;
        this.whenOver = whenOver;
        List<ReadPart> made = new ArrayList<>(splits.size());
        int first = 0;
        for (List<ReadRange> split : splits) {
            made.add(new ReadPart(this, first, split));
            first += split.size();
        }
        this.ranges = first;
        this.parts = List.copyOf(made);
        this.partsOpen = new AtomicInteger(made.size());
    }

    List<ReadPart> parts() {
        return parts;
    }

    int rangeCount() {
        return ranges;
    }

    boolean isFinished() {
        return (told.get() & FINISH_CLAIMED) != 0;
    }

    boolean isOver() {
        return (told.get() & PARTS_OVER) != 0;
    }

    /// `disarm` stops this read's alarm; it runs when the read is over, or now if it is over already.
    void arm(Runnable alarm) {
        disarm = alarm;
        if (isOver()) {
            alarm.run();
        }
    }

    /// Ends the read as failed, with what has come so far, unless it has ended.
    void fail(Failure failure) {
        finish(new ReadResult.Failed(leading(), failure));
    }

    @Override
    public void cancel() {
        fail(Blame.here("the read was cancelled"));
    }

    /// Called by a part that has ended: finishes the read if that decides it.
    void settle() {
        for (ReadPart part : parts) {
            ReadResult end = part.end();
            if (end == null) {
                return;
            }
            if (!(end instanceof ReadResult.Complete)) {
                finish(end);
                return;
            }
        }
        finish(new ReadResult.Complete(ranges));
    }

    /// Called by each part once, when it writes no further byte.
    void partOver() {
        if (partsOpen.decrementAndGet() == 0 && (told.getAndUpdate(bits -> bits | PARTS_OVER) & FINISHED_TOLD) != 0) {
            tellOver();
        }
    }

    private void finish(ReadResult result) {
        if ((told.getAndUpdate(bits -> bits | FINISH_CLAIMED) & FINISH_CLAIMED) != 0) {
            return;
        }
        Callbacks.run(() -> listener.finished(result));
        if ((told.getAndUpdate(bits -> bits | FINISHED_TOLD) & PARTS_OVER) != 0) {
            tellOver();
        }
        if (!(result instanceof ReadResult.Complete)) {
            parts.forEach(ReadPart::abandon);
        }
    }

    private void tellOver() {
        disarm.run();
        whenOver.accept(this);
        Callbacks.run(listener::over);
    }

    private int leading() {
        int count = 0;
        for (ReadPart part : parts) {
            count += part.completed();
            if (!part.isWhole()) {
                break;
            }
        }
        return count;
    }
}
