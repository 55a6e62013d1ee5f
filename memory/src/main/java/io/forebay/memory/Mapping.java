package io.forebay.memory;

import io.forebay.memory.backing.MemoryNative;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// The mappings of one pool file in this process, given back together.
///
/// Its segments are for any thread. After [#close] every access throws an [IllegalStateException] instead of
/// touching memory that is gone.
final class Mapping implements AutoCloseable {
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Arena arena = Arena.ofShared();

    /// Gives this process's own file its length and maps all of it, writable, so that huge pages can back it.
    MemorySegment mapOwn(Path file, long sizeBytes) throws IOException {
        return MemoryNative.map(file, sizeBytes, arena);
    }

    MemorySegment map(FileChannel channel, MapMode mode, long offsetBytes, long sizeBytes) throws IOException {
        return channel.map(mode, offsetBytes, sizeBytes, arena);
    }

    /// Unmaps. I/O that is under way (a socket reads or writes a segment) is waited for, 10 s at most; a copy that
    /// is under way is ended with an [IllegalStateException] in its thread.
    ///
    /// @throws IllegalStateException when the memory is still in use then; it stays mapped
    @Override
    public void close() {
        long start = System.nanoTime();
        while (arena.scope().isAlive()) {
            try {
                arena.close();
            } catch (IllegalStateException e) {
                if (System.nanoTime() - start > CLOSE_NANOS) {
                    throw new IllegalStateException("the pool is still in use; it stays mapped", e);
                }
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }
}
