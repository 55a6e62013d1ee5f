package io.forebay.memory.ssd.file;

import io.forebay.core.answer.Invariant;
import io.forebay.memory.backing.MemoryNative;
import io.forebay.memory.backing.PageKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;

/// Aligned memory of its own for heads, and for bodies that cannot go straight from or to a pool. As many
/// buffers as there are I/Os at one time, so that nobody ever waits for one: an I/O that has a thread has a
/// buffer. The buffers lie in huge pages where the kernel finds some: what is in one piece in the machine's memory is
/// one piece for a device, and an I/O of many pieces takes it up to a third longer.
///
/// Safe from any thread.
public final class StagingSlab implements AutoCloseable {
    /// Of one buffer: any record's head fits, and a block of 1 MiB with its head.
    public static final int BUFFER_BYTES = (1 << 20) + (64 << 10);

    private final Arena arena = Arena.ofShared();
    private final Deque<MemorySegment> free = new ArrayDeque<>();
    private final int buffers;

    public StagingSlab(int buffers) {
        this.buffers = buffers;
        long pages = Math.ceilDiv((long) buffers * BUFFER_BYTES, PageKind.HUGE_BYTES);
        MemorySegment slab = arena.allocate(pages * PageKind.HUGE_BYTES, PageKind.HUGE_BYTES);
        int ignored = MemoryNative.collapse(slab); // without them it works as well, only slower
        for (int i = 0; i < buffers; i++) {
            free.push(slab.asSlice((long) i * BUFFER_BYTES, BUFFER_BYTES));
        }
    }

    /// A buffer that nobody else has until it is [given back][#give].
    public MemorySegment take() {
        synchronized (free) {
            Invariant.check(!free.isEmpty(), "there is a staging buffer for every thread");
            return free.pop();
        }
    }

    public void give(MemorySegment buffer) {
        synchronized (free) {
            free.push(buffer);
        }
    }

    /// True when every buffer was given back.
    public boolean isWhole() {
        synchronized (free) {
            return free.size() == buffers;
        }
    }

    /// Only when no I/O uses a buffer any more.
    @Override
    public void close() {
        arena.close();
    }
}
