package io.forebay.fabric;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// A region of seeded bytes with fake generations, and readers' arithmetic about it.
final class TestRegion {
    private final LocalRegion local;
    private final FakeGenerations generations = new FakeGenerations();

    /// @param key the region's map key
    TestRegion(int id, String key, long sizeBytes, Arena arena) {
        MemorySegment bytes = arena.allocate(sizeBytes, 4096);
        SplittableRandom random = new SplittableRandom(id);
        for (long i = 0; i + 8 <= sizeBytes; i += 8) {
            bytes.set(ValueLayout.JAVA_LONG, i, random.nextLong());
        }
        local = new LocalRegion(id, bytes, generations, key);
    }

    LocalRegion local() {
        return local;
    }

    FakeGenerations generations() {
        return generations;
    }

    /// A range of this region at generation 1, into fresh zeroed memory.
    ReadRange range(long offset, long length, Arena arena) {
        return new ReadRange(local.id(), offset, 1, arena.allocate(length));
    }

    /// `count` ranges of `length` bytes, one behind the other from the region's start.
    List<ReadRange> ranges(int count, long length, Arena arena) {
        List<ReadRange> ranges = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ranges.add(range(i * length, length, arena));
        }
        return ranges;
    }

    /// True if the range's destination holds what it should.
    boolean holds(ReadRange range) {
        MemorySegment expected = local.segment().asSlice(range.offsetBytes(), range.lengthBytes());
        return expected.mismatch(range.destination()) == -1;
    }
}
