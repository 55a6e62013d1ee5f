package io.forebay.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.extent.Extent;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a peer and an engine make of a pool file, good or bad.
class ForeignPoolTest {
    private static final int GRANULE = 4096;
    private static final long NONCE = 0xFEDC_BA98_7654_3210L;

    @TempDir
    Path directory;

    private Pool pool;

    @BeforeEach
    void open() throws IOException {
        pool = Pool.create(new PoolSettings(directory, 8 * GRANULE, GRANULE, 1, 0), "n", 9, NONCE);
    }

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void theHeadIsAsThePublishedFormatSays() throws IOException {
        ByteBuffer head = ByteBuffer.wrap(Files.readAllBytes(pool.path())).order(ByteOrder.LITTLE_ENDIAN);
        byte[] magic = new byte[8];
        head.get(magic);
        assertArrayEquals("FOREBAYP".getBytes(StandardCharsets.US_ASCII), magic);
        assertEquals(1, head.getLong());
        assertEquals(NONCE, head.getLong());
        assertEquals(9, head.getLong());
        assertEquals(GRANULE, head.getLong());
        assertEquals(2 << 20, head.getLong());
        assertEquals(8 * GRANULE, head.getLong());
        assertEquals((2 << 20) + 8 * GRANULE, head.capacity());
        assertEquals(pool.acquire(3 * GRANULE), head.getLong(4096 + 3 * 8));
    }

    @Test
    void whatTheEngineWritesTheNodeAndItsPeerRead() throws IOException {
        Extent extent = TestPools.granted(pool, GRANULE + 5);
        try (EnginePool engine = EnginePool.open(pool.path(), NONCE);
                PeerPool peer = PeerPool.open(pool.path(), NONCE)) {
            MemorySegment slice = engine.slice(extent);
            assertEquals(GRANULE + 5, slice.byteSize());
            slice.fill((byte) 0x5A);
            assertEquals((byte) 0x5A, pool.slice(extent).get(ValueLayout.JAVA_BYTE, GRANULE + 4));
            assertEquals((byte) 0, pool.data().get(ValueLayout.JAVA_BYTE, GRANULE + 5));
            MemorySegment copy = MemorySegment.ofArray(new byte[GRANULE + 5]);
            assertTrue(peer.copyOut(extent, copy));
            assertEquals(-1, copy.mismatch(slice));
            assertEquals(8 * GRANULE, peer.data().byteSize());
            assertEquals(8 * GRANULE, engine.data().byteSize());
        }
    }

    @Test
    void aPeersMappingIsReadOnly() throws IOException {
        try (PeerPool peer = PeerPool.open(pool.path(), NONCE)) {
            assertTrue(peer.data().isReadOnly());
        }
    }

    @Test
    void anExtentOutsideThePoolIsRefusedForWritingAndIsNotCurrentForReading() throws IOException {
        try (EnginePool engine = EnginePool.open(pool.path(), NONCE)) {
            MemorySegment copy = MemorySegment.ofArray(new byte[2 * GRANULE]);
            Extent across = new Extent(7 * GRANULE, 2 * GRANULE, engine.acquire(7 * GRANULE));
            Extent behind = new Extent(8 * GRANULE, GRANULE, -1);
            for (Extent extent : new Extent[] {across, behind}) {
                assertThrows(InvalidInput.class, () -> engine.slice(extent));
                assertFalse(engine.copyOut(extent, copy));
                assertFalse(engine.isCurrent(extent));
            }
            Extent inside = TestPools.granted(pool, 2 * GRANULE);
            assertThrows(InvalidInput.class, () -> engine.copyOut(inside, copy.asSlice(1)));
        }
    }

    @Test
    void aPoolThatIsNotTheOneIsNotOpened() throws IOException {
        refused(pool.path(), NONCE + 1, "nonce");
        refused(directory, NONCE, "no pool file");
        refused(directory.resolve("missing"), NONCE, "no pool file");
        Path link = Files.createSymbolicLink(directory.resolve("link"), pool.path());
        refused(link, NONCE, "no pool file");
        Path empty = Files.createFile(directory.resolve("empty"));
        refused(empty, NONCE, "too short");
        Path other = Files.write(directory.resolve("other"), new byte[1 << 20]);
        refused(other, NONCE, "magic");
    }

    @Test
    void aPipeIsNotWaitedFor() throws IOException, InterruptedException {
        Path pipe = directory.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        refused(pipe, NONCE, "no pool file");
    }

    @Test
    void aTruncatedFileIsNotOpened() throws IOException {
        for (long size : new long[] {pool.path().toFile().length() - 1, 2 << 20, 4096, 4095, 0}) {
            Path copy = copy();
            try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.WRITE)) {
                channel.truncate(size);
            }
            refused(copy, NONCE, size < 4096 ? "too short" : "bytes, not the");
        }
    }

    @Test
    void nothingInTheHeadIsBelieved() throws IOException {
        refusedWith(PoolFormat.MAGIC_OFFSET, 1, "magic");
        refusedWith(PoolFormat.VERSION_OFFSET, 2, "version 2");
        refusedWith(PoolFormat.NONCE_OFFSET, 0, "nonce");
        refusedWith(PoolFormat.GRANULE_OFFSET, 0, "granule");
        refusedWith(PoolFormat.GRANULE_OFFSET, 12_288, "granule");
        refusedWith(PoolFormat.GRANULE_OFFSET, 1L << 40, "granule");
        refusedWith(PoolFormat.DATA_OFFSET_OFFSET, 0, "data at 0");
        refusedWith(PoolFormat.DATA_OFFSET_OFFSET, Long.MAX_VALUE, "data at");
        refusedWith(PoolFormat.DATA_SIZE_OFFSET, 0, "data size");
        refusedWith(PoolFormat.DATA_SIZE_OFFSET, -GRANULE, "data size");
        refusedWith(PoolFormat.DATA_SIZE_OFFSET, GRANULE + 1, "data size");
        refusedWith(PoolFormat.DATA_SIZE_OFFSET, Long.MAX_VALUE - GRANULE + 1, "data size");
        refusedWith(PoolFormat.DATA_SIZE_OFFSET, 7 * GRANULE, "bytes, not the");
        refusedWith(PoolFormat.DATA_SIZE_OFFSET, 9 * GRANULE, "bytes, not the");
    }

    /// Nobody should truncate a pool; if somebody does, the reader sees a load error and lives.
    @Test
    void memoryThatIsTakenAwayMakesACopyFailAndNotTheProcess() throws IOException {
        Extent extent = TestPools.granted(pool, 4 * GRANULE);
        MemorySegment copy = MemorySegment.ofArray(new byte[4 * GRANULE]);
        Path file = copy();
        try (PeerPool peer = PeerPool.open(file, NONCE)) {
            assertTrue(peer.copyOut(extent, copy));
            try (RandomAccessFile writer = new RandomAccessFile(file.toFile(), "rw")) {
                writer.setLength(2 << 20);
            }
            assertFalse(peer.copyOut(extent, copy));
        }
    }

    @Test
    void aClosedPoolRefusesEveryAccess() throws IOException {
        EnginePool engine = EnginePool.open(pool.path(), NONCE);
        Extent extent = TestPools.granted(pool, GRANULE);
        MemorySegment slice = engine.slice(extent);
        engine.close();
        engine.close();
        assertThrows(IllegalStateException.class, () -> slice.fill((byte) 1));
        assertEquals(-1, engine.acquire(extent.offsetBytes()));
        assertFalse(engine.confirm(extent.offsetBytes(), extent.generation()));
        assertFalse(engine.isCurrent(extent));
        assertFalse(engine.copyOut(extent, MemorySegment.ofArray(new byte[GRANULE])));
    }

    private Path copy() throws IOException {
        Path copy = directory.resolve("copy");
        Files.deleteIfExists(copy);
        return Files.copy(pool.path(), copy);
    }

    private void refusedWith(long at, long value, String why) throws IOException {
        Path copy = copy();
        try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.WRITE)) {
            ByteBuffer bytes =
                    ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(0, value);
            channel.write(bytes, at);
        }
        refused(copy, NONCE, why);
    }

    private static void refused(Path file, long nonce, String why) {
        IOException e = assertThrows(IOException.class, () -> PeerPool.open(file, nonce), why);
        TestErrors.assertSays(why, e);
        TestErrors.assertSays(file.toString(), e);
        assertThrows(IOException.class, () -> EnginePool.open(file, nonce), why);
    }
}
