package io.forebay.memory.ssd.device;

import io.forebay.core.block.BlockKey;
import io.forebay.memory.ssd.format.RecordHead;
import io.forebay.memory.ssd.format.SsdFormat;
import io.forebay.memory.ssd.terms.SsdSlot;
import io.forebay.memory.ssd.terms.SsdThreads;
import io.forebay.memory.ssd.terms.SsdWrite;
import io.forebay.memory.ssd.terms.WriteListener;
import io.forebay.memory.ssd.terms.WriteOutcome;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// A write that was accepted. Guarded by the tier's lock; the final fields are for any thread.
final class PendingWrite {
    private final SsdWrite request;
    private final WriteListener listener;
    private final Ending ending = new Ending();
    final RecordHead head;
    final int headBytes;
    SsdThreads.Alarm alarm = () -> {};
    /// Its outcome was told.
    boolean told;
    /// A drop of its key came while it was under way.
    boolean dropped;

    PendingWrite(SsdWrite request, WriteListener listener) {
        this.request = request;
        this.listener = listener;
        this.head = request.head();
        this.headBytes = RecordHead.headBytes(head.home(), head.hash());
    }

    BlockKey key() {
        return request.key();
    }

    List<MemorySegment> slots() {
        return request.slots().stream().map(SsdSlot::bytes).toList();
    }

    long totalBytes() {
        return headBytes + SsdFormat.pages(head.home().layout().blockBytes());
    }

    /// Outside of the lock.
    void tell(WriteOutcome outcome) {
        ending.finish(() -> listener.finished(outcome));
    }

    /// Outside of the lock.
    void tellOver() {
        ending.over(listener::over);
    }
}
