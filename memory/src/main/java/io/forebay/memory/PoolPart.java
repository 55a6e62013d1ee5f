package io.forebay.memory;

import io.forebay.core.answer.Invariant;
import io.forebay.core.extent.Extent;
import io.forebay.memory.backing.ArenaRange;
import java.util.List;

/// A part of a pool that is counted by itself: the main pool, or the prefetch buffer. Nothing that happens in one is
/// seen in the figures of the other.
///
/// Threads: the figures may be read by any; everything else belongs to the pool's writer.
final class PoolPart {
    private final Arenas arenas;
    private final int granuleBytes;
    private final Quarantine quarantine = new Quarantine();
    private final long capacityBytes;
    private long askedBytes;
    private volatile long usedBytes;
    private volatile long quarantinedBytes;
    private volatile long wastedBytes;
    private volatile long largestFreeBytes;

    /// @param ranges its arenas, one behind the other
    PoolPart(List<ArenaRange> ranges, int granuleBytes) {
        this.arenas = new Arenas(ranges, granuleBytes);
        this.granuleBytes = granuleBytes;
        this.capacityBytes = ranges.stream().mapToLong(ArenaRange::sizeBytes).sum();
        count();
    }

    Arenas arenas() {
        return arenas;
    }

    long capacityBytes() {
        return capacityBytes;
    }

    long usedBytes() {
        return usedBytes;
    }

    long quarantinedBytes() {
        return quarantinedBytes;
    }

    long wastedBytes() {
        return wastedBytes;
    }

    long largestFreeBytes() {
        return largestFreeBytes;
    }

    /// Of the longest extent that it could ever have.
    long largestBytes() {
        return (long) arenas.largest() * granuleBytes;
    }

    /// The granule at which a range for so many bytes starts; [ExtentAllocator#NONE] when none is free.
    int allocate(long bytes, int numaNode) {
        int start = arenas.allocate(granules(bytes), numaNode);
        if (start != ExtentAllocator.NONE) {
            askedBytes += bytes;
            count();
        }
        return start;
    }

    /// The length in granules of the allocated run that starts there; 0 if none does.
    int lengthAt(long offsetBytes) {
        return arenas.lengthAt((int) (offsetBytes / granuleBytes));
    }

    void giveBack(Extent extent) {
        arenas.free((int) (extent.offsetBytes() / granuleBytes), granules(extent.lengthBytes()));
        askedBytes -= extent.lengthBytes();
        count();
    }

    boolean quarantine(Extent extent, String holder) {
        boolean moved = quarantine.add(extent, (long) granules(extent.lengthBytes()) * granuleBytes, holder);
        count();
        return moved;
    }

    void leaveQuarantine(Extent extent) {
        Invariant.check(quarantine.remove(extent), "only an extent in quarantine leaves it: " + extent);
    }

    Quarantine quarantine() {
        return quarantine;
    }

    int granules(long bytes) {
        return (int) ((bytes + granuleBytes - 1) / granuleBytes);
    }

    private void count() {
        usedBytes = (long) arenas.usedGranules() * granuleBytes;
        quarantinedBytes = quarantine.keptBytes();
        wastedBytes = usedBytes - askedBytes;
        largestFreeBytes = (long) arenas.longestFree() * granuleBytes;
    }
}
