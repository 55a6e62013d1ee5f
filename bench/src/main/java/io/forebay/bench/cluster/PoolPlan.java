package io.forebay.bench.cluster;

import io.forebay.core.layout.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// How large the pools of a replay's nodes are.
///
/// @param sizeBytes of each node's pool
/// @param granuleBytes its unit of allocation
/// @param enough false when a pool holds less than the whole working set, so that nodes will evict
public record PoolPlan(long sizeBytes, int granuleBytes, boolean enough) {
    private static final long MIB = 1 << 20;
    private static final int MIN_GRANULE = 4 << 10;
    private static final int MAX_GRANULE = 64 << 10;
    /// A pool starts to evict when it is nine tenths full.
    private static final double ROOM = 1.25;
    /// Other processes live on the machine too.
    private static final double OFFERED_SHARE = 0.8;

    /// The unit of allocation that wastes least on slots of `layout`: the largest power of two that divides a slot.
    public static int granuleFor(Layout layout) {
        long divisor = Long.lowestOneBit(layout.slotBytes());
        return Math.clamp(divisor, MIN_GRANULE, MAX_GRANULE);
    }

    /// Pools that hold `blocks` blocks each (with two nodes, every block comes to lie on both), or as much as there
    /// is.
    ///
    /// @param offeredBytes memory for all pools together
    public static PoolPlan of(long blocks, Layout layout, int nodes, long offeredBytes) {
        int granule = granuleFor(layout);
        long slotBytes = (layout.slotBytes() + granule - 1) / granule * granule;
        long wanted = (long) (blocks * layout.slotCount() * slotBytes * ROOM);
        long wantedMib = wanted / MIB + 64;
        long offeredMib = (long) (offeredBytes * OFFERED_SHARE) / nodes / MIB;
        return new PoolPlan(Math.max(1, Math.min(wantedMib, offeredMib)) * MIB, granule, wantedMib <= offeredMib);
    }

    /// What the file system of `directory` and the machine's memory have left, whichever is less.
    public static long offeredBytes(Path directory) throws IOException {
        long onDisk = Files.getFileStore(directory).getUsableSpace();
        Path memory = Path.of("/proc/meminfo");
        if (!Files.isReadable(memory)) {
            return onDisk;
        }
        return Files.readAllLines(memory).stream()
                .filter(line -> line.startsWith("MemAvailable:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                .reduce(onDisk, Math::min);
    }
}
