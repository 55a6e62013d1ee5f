package io.forebay.fabric;

import io.forebay.core.extent.Generations;
import io.forebay.core.peer.RegionDescriptor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// The least that a `map` region needs: a file of granules of 4 KiB behind a head of one generation for each. Key:
/// its path.
final class SharedFile implements RegionMapper {
    static final int GRANULE_BYTES = 4096;
    private static final VarHandle GENERATION = ValueLayout.JAVA_LONG.varHandle();

    /// A region in a new file, every generation 1.
    static LocalRegion create(int id, Path path, int granules, Arena arena) throws IOException {
        long bytes = headBytes(granules) + (long) granules * GRANULE_BYTES;
        try (FileChannel file = FileChannel.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MemorySegment all = file.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
            for (int i = 0; i < granules; i++) {
                all.setAtIndex(ValueLayout.JAVA_LONG, i, 1);
            }
            return new LocalRegion(id, all.asSlice(headBytes(granules)), new Head(all, granules), path.toString());
        }
    }

    @Override
    public MappedRegion map(RegionDescriptor region) throws IOException {
        int granules = Math.toIntExact(region.lengthBytes() / GRANULE_BYTES);
        Mapping mapping = new Mapping();
        try (FileChannel file = FileChannel.open(Path.of(region.key()), StandardOpenOption.READ)) {
            MemorySegment all =
                    file.map(FileChannel.MapMode.READ_ONLY, 0, Files.size(Path.of(region.key())), mapping.arena);
            return new MappedRegion(all.asSlice(headBytes(granules)), new Head(all, granules), mapping.arena::close);
        }
    }

    /// The byte at an offset of every region in these tests.
    static byte expected(long offset) {
        return (byte) (offset * 31 + (offset >>> 12));
    }

    private static long headBytes(int granules) {
        return (granules * 8L + GRANULE_BYTES - 1) / GRANULE_BYTES * GRANULE_BYTES;
    }

    private static final class Mapping {
        private final Arena arena = Arena.ofShared();
    }

    private record Head(MemorySegment all, int granules) implements Generations {
        @Override
        public long acquire(long offsetBytes) {
            long granule = offsetBytes / GRANULE_BYTES;
            boolean within = offsetBytes >= 0 && granule < granules;
            return within ? (long) GENERATION.getAcquire(all, granule * 8) : -1;
        }

        @Override
        public boolean confirm(long offsetBytes, long expected) {
            VarHandle.acquireFence();
            return acquire(offsetBytes) == expected;
        }
    }
}
