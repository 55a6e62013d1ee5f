package io.forebay.bench.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.layout.KvLayout;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PoolPlanTest {
    private static final KvLayout BLOCK_64K = new KvLayout(4, 1, 8 << 10, 64);
    private static final long GIB = 1L << 30;

    @Test
    void aSlotWastesNoMemoryInItsGranules() {
        assertEquals(16 << 10, PoolPlan.granuleFor(BLOCK_64K));
        assertEquals(64 << 10, PoolPlan.granuleFor(new KvLayout(4, 1, 128 << 10, 64)));
        assertEquals(4 << 10, PoolPlan.granuleFor(new KvLayout(4, 1, 64, 64)));
        assertEquals(4 << 10, PoolPlan.granuleFor(new KvLayout(4, 1, 6 << 10, 64)));
    }

    @Test
    void theWorkingSetFitsWithRoomToSpare() {
        PoolPlan plan = PoolPlan.of(16_384, BLOCK_64K, 2, 64 * GIB);
        assertTrue(plan.enough());
        assertEquals((1280 + 64) << 20, plan.sizeBytes());
    }

    @Test
    void slotsSmallerThanAGranuleAreCountedAsGranules() {
        PoolPlan plan = PoolPlan.of(65_536, new KvLayout(4, 1, 64, 64), 1, 64 * GIB);
        assertEquals((1280 + 64) << 20, plan.sizeBytes());
    }

    @Test
    void aSmallMachineGetsWhatThereIsAndIsTold() {
        PoolPlan plan = PoolPlan.of(16_384, BLOCK_64K, 2, GIB);
        assertFalse(plan.enough());
        assertEquals(409L << 20, plan.sizeBytes());
    }

    @Test
    void anExistingDirectoryOffersSomething(@TempDir Path directory) throws IOException {
        assertTrue(PoolPlan.offeredBytes(directory) > 0);
    }
}
