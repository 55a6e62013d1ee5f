package io.forebay.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Invariant;
import io.forebay.core.extent.Extent;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A prefetch buffer behind the main pool, and what neither sees of the other.
class PoolBufferTest {
    private static final int GRANULE = 4096;

    @TempDir
    Path directory;

    private PoolSettings settings;
    private Pool pool;

    @BeforeEach
    void open() throws IOException {
        settings = new PoolSettings(directory, 10 * GRANULE, GRANULE, 2, 3 * GRANULE).withBuffer(4 * GRANULE + 1);
        pool = Pool.create(settings, "n", 1, 77);
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private Extent buffered(long bytes) {
        return assertInstanceOf(Allocation.Granted.class, pool.allocateInBuffer(bytes))
                .extent();
    }

    @Test
    void theBufferIsCountedByItself() {
        Extent extent = buffered(GRANULE + 1);
        assertTrue(pool.isInBuffer(extent));
        assertEquals(new BufferFigures(4 * GRANULE, 2 * GRANULE, 0, 2 * GRANULE), pool.buffer());
        assertEquals(10 * GRANULE, pool.capacityBytes());
        assertEquals(0, pool.usedBytes());
        assertEquals(0, pool.wastedBytes());
        assertEquals(10 * GRANULE, pool.largestFreeBytes());
        assertEquals(1, pool.arenas().size(), "an arena of the main pool is no buffer");
    }

    @Test
    void theMainPoolNeverTakesFromTheBufferNorTheOtherWayRound() {
        TestPools.granted(pool, 10 * GRANULE);
        assertInstanceOf(Allocation.Full.class, pool.allocate(1));
        Extent all = buffered(4 * GRANULE);
        assertInstanceOf(Allocation.Full.class, pool.allocateInBuffer(1));
        pool.free(all);
        assertInstanceOf(Allocation.Full.class, pool.allocate(1));
        assertEquals(0, pool.buffer().usedBytes());
        assertEquals(new Allocation.TooLarge(4 * GRANULE), pool.allocateInBuffer(4 * GRANULE + 1));
    }

    @Test
    void quarantineInTheBufferIsNotTheMainPools() {
        Extent extent = buffered(GRANULE);
        assertTrue(pool.quarantine(extent, "ssd"));
        assertEquals(GRANULE, pool.buffer().quarantinedBytes());
        assertEquals(0, pool.quarantinedBytes());
        assertThrows(Invariant.Broken.class, () -> pool.free(extent));
        pool.endQuarantine(extent);
        assertEquals(0, pool.buffer().usedBytes());
    }

    @Test
    void aFreedExtentOfTheBufferIsStaleToItsReaders() {
        Extent extent = buffered(GRANULE);
        assertTrue(pool.confirm(extent.offsetBytes(), extent.generation()));
        pool.free(extent);
        assertFalse(pool.confirm(extent.offsetBytes(), extent.generation()));
        assertThrows(Invariant.Broken.class, () -> pool.free(extent));
    }

    @Test
    void whoMapsTheFileReadsTheBufferLikeAnyOfIt() throws IOException {
        Extent extent = buffered(GRANULE);
        pool.slice(extent).fill((byte) 7);
        try (EnginePool mapped = EnginePool.open(pool.path(), pool.nonce())) {
            assertEquals(-1, mapped.slice(extent).mismatch(pool.slice(extent)));
        }
    }

    @Test
    void aPoolWithoutOneHasRoomForNothingThere() throws IOException {
        try (Pool plain = Pool.create(settings.withBuffer(0), "plain", 1, 78)) {
            assertEquals(BufferFigures.NONE, plain.buffer());
            assertEquals(new Allocation.TooLarge(0), plain.allocateInBuffer(1));
        }
        assertThrows(InvalidInput.class, () -> settings.withBuffer(-1));
    }
}
