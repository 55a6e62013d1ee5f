package io.forebay.memory;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.extent.Extent;
import io.forebay.core.extent.Generations;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;

/// A node's pool as its engine maps it: blocks are written and read in place.
///
/// Safe from any thread. Generations protect readers only; a writer is protected by owning its extent until it is
/// sealed or aborted, so [#slice] doesn't look at generations. The head is mapped read-only.
public final class EnginePool implements Generations, AutoCloseable {
    private final ForeignPool pool;

    private EnginePool(ForeignPool pool) {
        this.pool = pool;
    }

    /// Maps the pool for reading and writing.
    ///
    /// @throws IOException when there is no such file, or it isn't a pool, or not the one with that nonce, or
    ///     doesn't have the size that its head claims
    public static EnginePool open(Path file, long nonce) throws IOException {
        return new EnginePool(ForeignPool.open(file, nonce, MapMode.READ_WRITE));
    }

    /// The whole data area, for registering it with a device.
    public MemorySegment data() {
        return pool.data();
    }

    /// The bytes of an extent: for writing, if it was granted; for reading in place, if it is leased and the reader
    /// asks
    /// [#isCurrent] when it is done. Refuses an extent that ends outside the pool.
    public MemorySegment slice(Extent extent) {
        InvalidInput.unless(
                pool.contains(extent),
                "extent.offset",
                "ends at " + extent.endBytes() + "; the pool has " + pool.data().byteSize() + " bytes");
        return pool.data().asSlice(extent.offsetBytes(), extent.lengthBytes());
    }

    /// Copies a leased extent to the start of `destination`, which must have room for it.
    ///
    /// @return false when the extent was freed before the copy ended, or never was in this pool, or the node took
    ///     the memory away; the destination then has bytes of no meaning, and the block is a load error
    public boolean copyOut(Extent extent, MemorySegment destination) {
        InvalidInput.unless(
                destination.byteSize() >= extent.lengthBytes(),
                "destination",
                "has " + destination.byteSize() + " bytes; the extent has " + extent.lengthBytes());
        return pool.copyOut(extent, destination);
    }

    /// True if everything read from the extent before this call was the leased block. For a device's copy: ask
    /// after its completion.
    public boolean isCurrent(Extent extent) {
        return pool.isCurrent(extent);
    }

    @Override
    public long acquire(long offsetBytes) {
        return pool.acquire(offsetBytes);
    }

    @Override
    public boolean confirm(long offsetBytes, long expected) {
        return pool.confirm(offsetBytes, expected);
    }

    /// Unmaps. I/O on the segments that is under way is waited for, 10 s at most; a copy that is under way, and
    /// every access later, fails: [#copyOut] with false, others with an [IllegalStateException].
    @Override
    public void close() {
        pool.close();
    }
}
