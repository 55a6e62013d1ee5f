package io.forebay.memory;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/// The fixed part of a pool file's head; everything else about the file follows from it.
///
/// @param dataBytes a whole number of granules
/// @param bufferBytes of these, the last ones, for the prefetch buffer; not in the file, since its readers need not
/// know
record PoolHead(long nonce, long boot, int granuleBytes, long dataBytes, long bufferBytes) {
    private PoolHead(long nonce, long boot, int granuleBytes, long dataBytes) {
        this(nonce, boot, granuleBytes, dataBytes, 0);
    }

    /// @param unitBytes the file's size is a multiple of it, and so is that of the data
    /// @throws IOException when that leaves nothing
    static PoolHead of(PoolSettings settings, long unitBytes, long boot, long nonce) throws IOException {
        int granule = settings.granuleBytes();
        long unit = Math.max(granule, unitBytes);
        long mainBytes = settings.sizeBytes() / unit * unit;
        long bufferBytes = settings.bufferBytes() / unit * unit;
        if (mainBytes == 0) {
            throw new IOException("pool.size is " + settings.sizeBytes() + " bytes; its pages have " + unit);
        }
        return new PoolHead(nonce, boot, granule, mainBytes + bufferBytes, bufferBytes);
    }

    long mainBytes() {
        return dataBytes - bufferBytes;
    }

    int granules() {
        return (int) (dataBytes / granuleBytes);
    }

    long dataOffset() {
        return PoolFormat.dataOffset(granules());
    }

    long fileBytes() {
        return dataOffset() + dataBytes;
    }

    /// Writes the head; the magic last, so that a half-written head is never taken for one.
    void write(MemorySegment file) {
        file.set(PoolFormat.LONG, PoolFormat.VERSION_OFFSET, PoolFormat.VERSION);
        file.set(PoolFormat.LONG, PoolFormat.NONCE_OFFSET, nonce);
        file.set(PoolFormat.LONG, PoolFormat.BOOT_OFFSET, boot);
        file.set(PoolFormat.LONG, PoolFormat.GRANULE_OFFSET, granuleBytes);
        file.set(PoolFormat.LONG, PoolFormat.DATA_OFFSET_OFFSET, dataOffset());
        file.set(PoolFormat.LONG, PoolFormat.DATA_SIZE_OFFSET, dataBytes);
        PoolFormat.LONG.varHandle().setRelease(file, PoolFormat.MAGIC_OFFSET, PoolFormat.MAGIC);
    }

    /// Reads and checks the head of a file that somebody else wrote. Nothing in it is believed: the sizes must be
    /// those that this build would give such a pool, and the file must have exactly that length.
    ///
    /// @throws IOException when it isn't a pool file, or not the one with that nonce
    static PoolHead read(Path path, FileChannel channel, long nonce) throws IOException {
        MemorySegment head = firstPage(path, channel);
        require(at(head, PoolFormat.MAGIC_OFFSET) == PoolFormat.MAGIC, path, "is not a pool file (bad magic)");
        long version = at(head, PoolFormat.VERSION_OFFSET);
        require(version == PoolFormat.VERSION, path, "has format version " + version + "; this build reads 1");
        require(at(head, PoolFormat.NONCE_OFFSET) == nonce, path, "is another pool (its nonce differs)");
        long granule = at(head, PoolFormat.GRANULE_OFFSET);
        require(PoolFormat.isGranule(granule), path, "has a granule of " + granule + " bytes");
        long dataBytes = at(head, PoolFormat.DATA_SIZE_OFFSET);
        require(
                dataBytes > 0 && dataBytes % granule == 0 && dataBytes / granule <= PoolFormat.MAX_GRANULES,
                path,
                "has an impossible data size: " + dataBytes);
        PoolHead read = new PoolHead(nonce, at(head, PoolFormat.BOOT_OFFSET), (int) granule, dataBytes);
        long dataOffset = at(head, PoolFormat.DATA_OFFSET_OFFSET);
        require(dataOffset == read.dataOffset(), path, "has its data at " + dataOffset + ", not " + read.dataOffset());
        long fileBytes = channel.size();
        require(
                fileBytes == read.fileBytes(),
                path,
                "has " + fileBytes + " bytes, not the " + read.fileBytes() + " that its head asks for");
        return read;
    }

    private static MemorySegment firstPage(Path path, FileChannel channel) throws IOException {
        ByteBuffer page = ByteBuffer.allocate((int) PoolFormat.GENERATIONS_OFFSET);
        int read = 1;
        while (page.hasRemaining() && read > 0) {
            read = channel.read(page, page.position());
        }
        require(!page.hasRemaining(), path, "is too short for a pool file: " + channel.size() + " bytes");
        return MemorySegment.ofArray(page.array());
    }

    private static long at(MemorySegment head, long offset) {
        return head.get(PoolFormat.LONG.withByteAlignment(1), offset);
    }

    private static void require(boolean holds, Path path, String problem) throws IOException {
        if (!holds) {
            throw new IOException("the file " + path + " " + problem);
        }
    }
}
