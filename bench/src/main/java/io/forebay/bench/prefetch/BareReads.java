package io.forebay.bench.prefetch;

import io.forebay.memory.ssd.file.BlockFile;
import io.forebay.memory.ssd.file.DiskDirectory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/// A file of blocks that one thread reads past the page cache, one at a time, in random order: what an SSD does for
/// whoever has nothing else to do. One thread.
final class BareReads implements AutoCloseable {
    private static final int PAGE_BYTES = 4 << 10;
    private static final String FILE = "blocks";

    private final Arena arena = Arena.ofConfined();
    private final DiskDirectory directory;
    private final BlockFile file;
    private final ByteBuffer buffer;
    private final int blocks;
    private final Random random = new Random(1);

    private BareReads(DiskDirectory directory, BlockFile file, int blockBytes, int blocks) {
        MemorySegment bytes = arena.allocate(blockBytes, PAGE_BYTES);
        this.directory = directory;
        this.file = file;
        this.buffer = bytes.asByteBuffer();
        this.blocks = blocks;
    }

    /// Writes the file first.
    ///
    /// @param path a directory of its own
    static BareReads of(Path path, int blockBytes, int blocks) throws IOException {
        DiskDirectory directory = DiskDirectory.open(Files.createDirectories(path), true);
        directory.hold("bench");
        BlockFile file = directory.create(FILE, (long) blocks * blockBytes);
        BareReads reads = new BareReads(directory, file, blockBytes, blocks);
        byte[] random = new byte[blockBytes];
        for (int block = 0; block < blocks; block++) {
            reads.random.nextBytes(random);
            reads.buffer.clear().put(random).flip();
            while (reads.buffer.hasRemaining()) {
                file.write((long) block * blockBytes + reads.buffer.position(), new ByteBuffer[] {reads.buffer});
            }
        }
        file.sync();
        return reads;
    }

    /// Milliseconds that one block takes.
    double millis() throws IOException {
        long before = System.nanoTime();
        long at = (long) random.nextInt(blocks) * buffer.capacity();
        buffer.clear();
        while (buffer.hasRemaining()) {
            if (file.read(at + buffer.position(), new ByteBuffer[] {buffer}) < 0) {
                throw new IOException("the file ends too soon");
            }
        }
        return (System.nanoTime() - before) / 1e6;
    }

    /// Blocks a second, one behind the other.
    double rate(int count) throws IOException {
        long before = System.nanoTime();
        for (int i = 0; i < count; i++) {
            millis();
        }
        return count / ((System.nanoTime() - before) / 1e9);
    }

    @Override
    public void close() throws IOException {
        file.close();
        directory.close();
        arena.close();
    }
}
