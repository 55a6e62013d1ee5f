package io.forebay.bench.prefetch;

import io.forebay.bench.limit.NodeMemory;
import io.forebay.memory.Pool;
import io.forebay.memory.ssd.file.BlockFile;
import io.forebay.memory.ssd.file.DiskDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

/// A file of blocks that one thread reads past the page cache, one at a time, in random order: what an SSD does for
/// whoever has nothing else to do. Like a store it keeps what it reads: each block goes to memory of its own, as a node
/// has it, until all memory has been used. One thread.
final class BareReads implements AutoCloseable {
    private static final String FILE = "blocks";

    private final DiskDirectory directory;
    private final BlockFile file;
    private final Pool memory;
    private final List<ByteBuffer> places;
    private final Random random = new Random(1);
    private int next;

    private BareReads(DiskDirectory directory, BlockFile file, Pool memory, int blockBytes, int blocks) {
        this.directory = directory;
        this.file = file;
        this.memory = memory;
        this.places = LongStream.range(0, blocks)
                .mapToObj(block ->
                        memory.data().asSlice(block * blockBytes, blockBytes).asByteBuffer())
                .toList();
    }

    /// Writes the file first.
    ///
    /// @param path a directory of its own
    /// @param poolDirectory where its memory lies
    static BareReads of(Path path, Path poolDirectory, int blockBytes, int blocks) throws IOException {
        DiskDirectory directory = DiskDirectory.open(Files.createDirectories(path), true);
        directory.hold("bench");
        BlockFile file = directory.create(FILE, (long) blocks * blockBytes);
        Pool memory = NodeMemory.pool(poolDirectory, (long) blocks * blockBytes, "bench-prefetch");
        BareReads reads = new BareReads(directory, file, memory, blockBytes, blocks);
        byte[] random = new byte[blockBytes];
        for (int block = 0; block < blocks; block++) {
            reads.random.nextBytes(random);
            ByteBuffer place = reads.places.get(block).clear();
            place.put(random).flip();
            while (place.hasRemaining()) {
                file.write((long) block * blockBytes + place.position(), new ByteBuffer[] {place});
            }
        }
        file.sync();
        return reads;
    }

    /// Milliseconds that one block takes.
    double millis() throws IOException {
        long before = System.nanoTime();
        ByteBuffer place = places.get(next++ % places.size()).clear();
        long at = (long) random.nextInt(places.size()) * place.capacity();
        while (place.hasRemaining()) {
            if (file.read(at + place.position(), new ByteBuffer[] {place}) < 0) {
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
        memory.close();
    }
}
