package io.forebay.memory.ssd.file;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// Reads and writes that go on until everything is there: a file may do less than it was asked for.
public final class WholeIo {
    /// A byte buffer has no more than 2 GiB - 1.
    private static final long PART_BYTES = 1 << 30;

    private WholeIo() {}

    /// Fills all of `into` from `offset` on.
    ///
    /// @throws EOFException when the file ends before that
    public static void read(BlockFile file, long offset, List<MemorySegment> into) throws IOException {
        ByteBuffer[] buffers = buffers(into);
        long left = bytes(into);
        long at = offset;
        while (left > 0) {
            long read = file.read(at, buffers);
            at += Math.max(0, read);
            left -= Math.max(0, read);
            // Asked after a short read only. At a file's end the rest may be less than the file system reads at once.
            if (left > 0 && (read <= 0 || at >= file.sizeBytes())) {
                throw new EOFException("the file ends " + left + " bytes too soon");
            }
        }
    }

    /// Writes all of `from` at `offset`.
    public static void write(BlockFile file, long offset, List<MemorySegment> from) throws IOException {
        ByteBuffer[] buffers = buffers(from);
        long left = bytes(from);
        long at = offset;
        while (left > 0) {
            long written = file.write(at, buffers);
            if (written <= 0) {
                throw new IOException("the file takes no bytes");
            }
            at += written;
            left -= written;
        }
    }

    private static long bytes(List<MemorySegment> segments) {
        long bytes = 0;
        for (MemorySegment segment : segments) {
            bytes += segment.byteSize();
        }
        return bytes;
    }

    private static ByteBuffer[] buffers(List<MemorySegment> segments) {
        List<ByteBuffer> buffers = new ArrayList<>(segments.size());
        for (MemorySegment segment : segments) {
            for (long at = 0; at < segment.byteSize(); at += PART_BYTES) {
                buffers.add(segment.asSlice(at, Math.min(PART_BYTES, segment.byteSize() - at))
                        .asByteBuffer());
            }
        }
        return buffers.toArray(ByteBuffer[]::new);
    }
}
