package io.forebay.memory.ssd.log;

import io.forebay.memory.ssd.file.BlockFile;
import io.forebay.memory.ssd.file.WholeIo;
import io.forebay.memory.ssd.format.SsdFormat;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// A body that is read front to back through a staging buffer, in whole pages, whatever the sizes of those who
/// take it. One thread.
final class StagedBody {
    private final BlockFile file;
    private final MemorySegment staging;
    private long nextOffset;
    private long leftBytes;
    private long at;
    private long filled;

    /// @param offset of the body in the file
    StagedBody(BlockFile file, long offset, long bodyBytes, MemorySegment staging) {
        this.file = file;
        this.nextOffset = offset;
        this.leftBytes = bodyBytes;
        this.staging = staging;
    }

    /// Fills `target` with what comes next.
    void readInto(MemorySegment target) throws IOException {
        long done = 0;
        while (done < target.byteSize()) {
            MemorySegment piece = next(target.byteSize() - done);
            MemorySegment.copy(piece, 0, target, done, piece.byteSize());
            done += piece.byteSize();
        }
    }

    /// At most `most` bytes of what comes next, at least one; valid until the next call.
    MemorySegment next(long most) throws IOException {
        if (at == filled) {
            long piece = Math.min(SsdFormat.pages(leftBytes), staging.byteSize());
            WholeIo.read(file, nextOffset, List.of(staging.asSlice(0, piece)));
            nextOffset += piece;
            filled = Math.min(piece, leftBytes);
            leftBytes -= filled;
            at = 0;
        }
        long length = Math.min(most, filled - at);
        MemorySegment piece = staging.asSlice(at, length);
        at += length;
        return piece;
    }
}
