package io.forebay.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Invariant;
import io.forebay.core.extent.Extent;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PoolQuarantineTest {
    private static final int GRANULE = 4096;

    @TempDir
    Path directory;

    private Pool pool;

    @BeforeEach
    void open() throws IOException {
        pool = Pool.create(new PoolSettings(directory, 4 * GRANULE, GRANULE, 0, 2 * GRANULE), "n", 1, 5);
    }

    @AfterEach
    void close() {
        pool.close();
    }

    @Test
    void nobodyGetsARangeInQuarantine() {
        Extent late = TestPools.granted(pool, 4 * GRANULE);
        assertTrue(pool.quarantine(late, "engine"));
        assertEquals(4 * GRANULE, pool.usedBytes());
        assertEquals(4 * GRANULE, pool.quarantinedBytes());
        assertEquals(new Allocation.Full(), pool.allocate(1));
        assertThrows(Invariant.Broken.class, () -> pool.free(late));
        assertEquals(new Allocation.Full(), pool.allocate(1));
    }

    @Test
    void theEndOfAHolderFreesAllItsExtentsAndNoOthers() {
        Extent first = TestPools.granted(pool, GRANULE);
        Extent second = TestPools.granted(pool, 1);
        Extent other = TestPools.granted(pool, GRANULE);
        pool.quarantine(first, "a");
        pool.quarantine(second, "a");
        pool.quarantine(other, "b");
        assertEquals(2 * GRANULE, pool.quarantinedBytes("a"));
        assertEquals(2, pool.endQuarantine("a"));
        assertEquals(0, pool.endQuarantine("a"));
        assertEquals(0, pool.quarantinedBytes("a"));
        assertEquals(GRANULE, pool.quarantinedBytes());
        assertEquals(GRANULE, pool.usedBytes());
        assertNotEquals(first.generation(), pool.acquire(first.offsetBytes()));
        assertNotEquals(second.generation(), pool.acquire(second.offsetBytes()));
        assertTrue(pool.confirm(other.offsetBytes(), other.generation()));
    }

    @Test
    void oneExtentLeavesWhenItsReadIsOver() {
        Extent first = TestPools.granted(pool, GRANULE);
        Extent second = TestPools.granted(pool, GRANULE);
        pool.quarantine(first, "reads");
        pool.quarantine(second, "reads");
        pool.endQuarantine(first);
        assertEquals(GRANULE, pool.quarantinedBytes("reads"));
        assertEquals(first.offsetBytes(), TestPools.granted(pool, GRANULE).offsetBytes());
        assertThrows(Invariant.Broken.class, () -> pool.endQuarantine(first));
        assertEquals(1, pool.endQuarantine("reads"));
        assertEquals(0, pool.quarantinedBytes());
    }

    @Test
    void anExtentThatIsNotInQuarantineDoesNotLeaveIt() {
        Extent extent = TestPools.granted(pool, GRANULE);
        assertThrows(Invariant.Broken.class, () -> pool.endQuarantine(extent));
        pool.free(extent);
        assertEquals(0, pool.usedBytes());
    }

    @Test
    void theCapIsOfEachHolderAndCountsWholeGranules() {
        for (int i = 0; i < 3; i++) {
            assertFalse(pool.overCap("a"));
            assertTrue(pool.quarantine(TestPools.granted(pool, 1), "a"));
        }
        assertTrue(pool.overCap("a"));
        assertFalse(pool.overCap("b"));
        pool.endQuarantine("a");
        assertFalse(pool.overCap("a"));
    }

    @Test
    void aSecondQuarantineChangesNothing() {
        Extent extent = TestPools.granted(pool, GRANULE);
        assertTrue(pool.quarantine(extent, "a"));
        assertFalse(pool.quarantine(extent, "b"));
        assertEquals(GRANULE, pool.quarantinedBytes("a"));
        assertEquals(0, pool.quarantinedBytes("b"));
        assertEquals(GRANULE, pool.quarantinedBytes());
    }
}
