package io.forebay.memory.ssd.file;

import java.io.IOException;
import java.nio.ByteBuffer;

/// An open file of a device. Reads and writes may come from several threads at a time, for ranges that don't
/// overlap.
///
/// Where the directory is [direct][LogDirectory#isDirect], offsets, lengths and addresses are multiples of 4
/// KiB.
public interface BlockFile extends AutoCloseable {
    /// Fills the buffers in order from `offset` on, as far as it gets, and moves their positions.
    ///
    /// @return bytes read; may be fewer than there is room for; -1 at the end of the file
    long read(long offset, ByteBuffer[] into) throws IOException;

    /// Writes what the buffers have, in order, as far as it gets, and moves their positions.
    ///
    /// @return bytes written, at least 1
    /// @throws NoRoomException when the file system is full
    long write(long offset, ByteBuffer[] from) throws IOException;

    long sizeBytes() throws IOException;

    /// Cuts what lies behind `sizeBytes` off and gives its room back.
    void truncate(long sizeBytes) throws IOException;

    /// Returns when everything written before is safe from a loss of power.
    void sync() throws IOException;

    @Override
    void close() throws IOException;
}
