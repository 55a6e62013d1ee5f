package io.forebay.bench.peer;

import io.forebay.core.extent.Extent;
import io.forebay.memory.Allocation;
import io.forebay.memory.Pool;
import io.forebay.memory.PoolSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/// A pool that the working set fills from its start, block after block.
///
/// @param pool pre-touched
/// @param blocks the extents of each block, one a slot
record BenchPool(Pool pool, List<List<Extent>> blocks) implements AutoCloseable {
    private static final int GRANULE_BYTES = 4096;
    private static final int PREFAULT_THREADS = 2;

    static BenchPool create(PeerSettings settings, String name) throws IOException {
        long pid = ProcessHandle.current().pid();
        PoolSettings poolSettings = new PoolSettings(
                settings.poolDirectory(), settings.passBytes(), GRANULE_BYTES, PREFAULT_THREADS, settings.passBytes());
        Pool pool = Pool.create(poolSettings, "bench-" + name, pid, System.nanoTime());
        List<List<Extent>> blocks = new ArrayList<>();
        for (int block = 0; block < settings.blocks(); block++) {
            List<Extent> slots = new ArrayList<>();
            for (int slot = 0; slot < PeerSettings.SLOTS; slot++) {
                slots.add(granted(pool.allocate(settings.slotBytes())));
            }
            blocks.add(List.copyOf(slots));
        }
        return new BenchPool(pool, blocks);
    }

    private static Extent granted(Allocation allocation) {
        if (allocation instanceof Allocation.Granted granted) {
            return granted.extent();
        }
        throw new IllegalStateException("a fresh pool of the working set's size holds the working set: " + allocation);
    }

    /// Where the data area starts in the pool's file: the file ends with it.
    long dataOffsetBytes() throws IOException {
        return Files.size(pool.path()) - pool.capacityBytes();
    }

    @Override
    public void close() {
        pool.close();
    }
}
