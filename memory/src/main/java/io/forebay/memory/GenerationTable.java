package io.forebay.memory;

import io.forebay.core.extent.Generations;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/// The generations in the head of a mapped pool file, one for each granule.
///
/// Only the owner writes, on its one writer thread; [#acquire] and [#confirm] are for any thread of any process
/// that maps the file. The order that makes it safe (architecture, decision 12): the owner bumps, fences, and then
/// lets another writer at the bytes; the reader acquires, copies, fences, and compares again.
/// In a pool that was closed here nothing has a generation.
final class GenerationTable implements Generations {
    private static final VarHandle AT = PoolFormat.LONG.varHandle();
    private static final long NOWHERE = -1;

    private final MemorySegment table;
    private final int granuleShift;
    private final long dataBytes;

    /// @param file at least the head of the pool file
    GenerationTable(MemorySegment file, PoolHead head) {
        this.table = file.asSlice(PoolFormat.GENERATIONS_OFFSET, (long) head.granules() * Long.BYTES);
        this.granuleShift = Integer.numberOfTrailingZeros(head.granuleBytes());
        this.dataBytes = head.dataBytes();
    }

    /// Writes the first generation of every granule. It depends on the nonce, so that a descriptor of another boot
    /// does not match by chance; it has at most 48 bits, so no number of frees makes it negative.
    void start(long nonce) {
        long first = 1 + ((nonce * 0x9E3779B97F4A7C15L) >>> 16);
        for (long at = 0; at < table.byteSize(); at += Long.BYTES) {
            table.set(PoolFormat.LONG, at, first);
        }
    }

    /// Makes every extent that starts at `offsetBytes` stale. After the return no write of this thread, or of any
    /// other that it tells, can be seen before the new generation.
    void bump(long offsetBytes) {
        long at = position(offsetBytes);
        AT.setVolatile(table, at, table.get(PoolFormat.LONG, at) + 1);
        VarHandle.fullFence();
    }

    @Override
    public long acquire(long offsetBytes) {
        if (!isStart(offsetBytes)) {
            return NOWHERE;
        }
        try {
            return (long) AT.getAcquire(table, position(offsetBytes));
        } catch (IllegalStateException e) {
            return NOWHERE;
        }
    }

    @Override
    public boolean confirm(long offsetBytes, long expected) {
        VarHandle.acquireFence();
        return expected != NOWHERE && acquire(offsetBytes) == expected;
    }

    private boolean isStart(long offsetBytes) {
        return offsetBytes >= 0 && offsetBytes < dataBytes && (offsetBytes & ((1L << granuleShift) - 1)) == 0;
    }

    private long position(long offsetBytes) {
        return (offsetBytes >>> granuleShift) * Long.BYTES;
    }
}
