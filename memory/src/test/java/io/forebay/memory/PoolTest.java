package io.forebay.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Invariant;
import io.forebay.core.extent.Extent;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PoolTest {
    private static final int GRANULE = 4096;

    @TempDir
    Path directory;

    private Pool pool;

    @BeforeEach
    void open() throws IOException {
        pool = Pool.create(new PoolSettings(directory, 10 * GRANULE + 1, GRANULE, 2, 3 * GRANULE), "n", 1, 77);
    }

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void anExtentIsAsLongAsAskedAndCostsWholeGranules() {
        Extent extent = TestPools.granted(pool, GRANULE + 1);
        assertEquals(GRANULE + 1, extent.lengthBytes());
        assertEquals(10 * GRANULE, pool.capacityBytes());
        assertEquals(2 * GRANULE, pool.usedBytes());
        assertEquals(8 * GRANULE, pool.freeBytes());
        assertEquals(GRANULE + 1, pool.slice(extent).byteSize());
        assertEquals(2 * GRANULE, TestPools.granted(pool, 1).offsetBytes());
    }

    @Test
    void wasteAndTheLargestFreeExtentAreKnownAtAnyTime() {
        assertEquals(10 * GRANULE, pool.largestFreeBytes());
        Extent first = TestPools.granted(pool, 3 * GRANULE);
        TestPools.granted(pool, GRANULE + 1);
        assertEquals(GRANULE - 1, pool.wastedBytes());
        pool.free(first);
        assertEquals(8 * GRANULE, pool.freeBytes());
        assertEquals(5 * GRANULE, pool.largestFreeBytes());
        assertEquals(GRANULE - 1, pool.wastedBytes());
    }

    @Test
    void aFullPoolSaysSoAndChangesNothing() {
        TestPools.granted(pool, 9 * GRANULE);
        assertEquals(new Allocation.Full(), pool.allocate(GRANULE + 1));
        assertEquals(9 * GRANULE, pool.usedBytes());
        assertEquals(9 * GRANULE, TestPools.granted(pool, GRANULE).offsetBytes());
    }

    @Test
    void anImpossibleSizeIsRefusedAtOnce() {
        assertEquals(new Allocation.TooLarge(10 * GRANULE), pool.allocate(10 * GRANULE + 1));
        assertEquals(new Allocation.TooLarge(10 * GRANULE), pool.allocate(Long.MAX_VALUE));
        assertThrows(InvalidInput.class, () -> pool.allocate(0));
        assertThrows(InvalidInput.class, () -> pool.allocate(-1));
        assertEquals(0, pool.usedBytes());
        assertEquals(0, TestPools.granted(pool, 10 * GRANULE).offsetBytes());
    }

    @Test
    void freeingChangesTheGenerationOfTheStartOnly() {
        Extent first = TestPools.granted(pool, 2 * GRANULE);
        Extent second = TestPools.granted(pool, GRANULE);
        long inside = pool.acquire(GRANULE);
        pool.free(first);
        assertNotEquals(first.generation(), pool.acquire(0));
        assertEquals(inside, pool.acquire(GRANULE));
        assertTrue(pool.confirm(second.offsetBytes(), second.generation()));
        Extent again = TestPools.granted(pool, 2 * GRANULE);
        assertEquals(first.offsetBytes(), again.offsetBytes());
        assertEquals(first.generation() + 1, again.generation());
    }

    @Test
    void aDoubleFreeIsABrokenInvariantAndFreesNothing() {
        Extent extent = TestPools.granted(pool, GRANULE);
        pool.free(extent);
        assertThrows(Invariant.Broken.class, () -> pool.free(extent));
        Extent next = TestPools.granted(pool, GRANULE);
        assertThrows(Invariant.Broken.class, () -> pool.free(extent));
        assertEquals(GRANULE, pool.usedBytes());
        pool.free(next);
    }

    @Test
    void anExtentThatThisPoolDidNotGrantIsNotFreed() {
        Extent own = TestPools.granted(pool, 3 * GRANULE);
        List<Extent> foreign = List.of(
                new Extent(0, 3 * GRANULE, own.generation() + 1),
                new Extent(0, 2 * GRANULE, own.generation()),
                new Extent(GRANULE, GRANULE, own.generation()),
                new Extent(1, GRANULE, own.generation()),
                new Extent(3 * GRANULE, GRANULE, own.generation()),
                new Extent(10 * GRANULE, GRANULE, own.generation()),
                new Extent(10 * GRANULE, GRANULE, -1),
                new Extent(Long.MAX_VALUE - 1, 1, -1));
        for (Extent extent : foreign) {
            assertThrows(Invariant.Broken.class, () -> pool.free(extent), extent::toString);
            assertThrows(Invariant.Broken.class, () -> pool.quarantine(extent, "h"), extent::toString);
            assertThrows(Invariant.Broken.class, () -> pool.endQuarantine(extent), extent::toString);
        }
        assertEquals(3 * GRANULE, pool.usedBytes());
        assertTrue(pool.confirm(0, own.generation()));
    }

    @Test
    void noGenerationIsAnyExtentsOutsideThePool() {
        for (long offset : new long[] {-GRANULE, -1, 1, 10 * GRANULE, Long.MAX_VALUE, Long.MIN_VALUE}) {
            assertEquals(-1, pool.acquire(offset));
            assertFalse(pool.confirm(offset, -1));
        }
    }

    @Test
    void generationsDifferBetweenBootsAndAreNeverNegative() throws IOException {
        for (long nonce : new long[] {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE}) {
            try (Pool other = Pool.create(new PoolSettings(directory, GRANULE, GRANULE, 0, 0), "n", 2, nonce)) {
                assertTrue(other.acquire(0) > 0);
                assertNotEquals(pool.acquire(0), other.acquire(0));
            }
        }
    }

    @Test
    void theDataAreaIsAlignedAndEveryByteOfItIsWritable() {
        assertEquals(0, pool.data().address() % GRANULE);
        assertEquals(10 * GRANULE, pool.data().byteSize());
        long generation = pool.acquire(0);
        pool.data().fill((byte) -1);
        assertEquals(generation, pool.acquire(0));
        assertEquals(generation, pool.acquire(9 * GRANULE));
    }

    @Test
    void theChecksumIsOfTheExtentsOwnBytes() {
        Extent before = TestPools.granted(pool, GRANULE);
        Extent extent = TestPools.granted(pool, 9);
        pool.slice(before).fill((byte) 1);
        for (int i = 0; i < 9; i++) {
            pool.slice(extent).set(ValueLayout.JAVA_BYTE, i, (byte) ('1' + i));
        }
        assertEquals(0xE3069283, pool.checksum(extent));
    }
}
