package io.forebay.memory;

import io.forebay.core.extent.Extent;
import io.forebay.core.extent.Generations;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;

/// A peer's pool on the same host, opened for copying.
///
/// Safe from any thread. Copy, then look at the copy: a page that the owner took away makes a copy throw an
/// [InternalError], which can be caught; in other routines (a checksum) it may end the process.
public final class PeerPool implements Generations, AutoCloseable {
    private final ForeignPool pool;

    private PeerPool(ForeignPool pool) {
        this.pool = pool;
    }

    /// Maps the pool for reading.
    ///
    /// @throws IOException when there is no such file, or it isn't a pool, or not the one with that nonce, or
    ///     doesn't have the size that its head claims
    public static PeerPool open(Path file, long nonce) throws IOException {
        return new PeerPool(ForeignPool.open(file, nonce, MapMode.READ_ONLY));
    }

    /// The whole data area, read-only; offsets of extents count from its start.
    public MemorySegment data() {
        return pool.data();
    }

    /// Copies an extent to the start of `destination`, which must have room for it.
    ///
    /// @return false when the extent was freed before the copy ended, or never was in this pool, or the owner took
    ///     the memory away; the destination then has bytes of no meaning
    public boolean copyOut(Extent extent, MemorySegment destination) {
        return pool.copyOut(extent, destination);
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
