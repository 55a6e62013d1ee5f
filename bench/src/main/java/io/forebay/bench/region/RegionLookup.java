package io.forebay.bench.region;

import io.forebay.core.extent.Generations;
import io.forebay.fabric.LocalRegion;
import io.forebay.fabric.RegionTable;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/// What serving a range begins with: the region that it names. The ids asked for are in random order, so that no
/// branch can be guessed.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RegionLookup {
    private static final int ASKED = 1 << 14;
    private static final int REGION_BYTES = 64;

    private final int[] ids = new int[ASKED];
    private final RegionTable table = new RegionTable();
    private int next;

    /// Regions registered.
    @Param({"1", "10", "100", "1000", "10000"})
    public int regions;

    /// Registers the regions.
    @Setup
    public void register() {
        MemorySegment memory = Arena.ofAuto().allocate((long) regions * REGION_BYTES);
        for (int id = 0; id < regions; id++) {
            table.add(new LocalRegion(id, memory.asSlice((long) id * REGION_BYTES, REGION_BYTES), new Unchanged(), ""));
        }
        SplittableRandom random = new SplittableRandom(42);
        for (int i = 0; i < ASKED; i++) {
            ids[i] = random.nextInt(regions);
        }
    }

    /// One look-up.
    @Benchmark
    public @Nullable LocalRegion find() {
        next = (next + 1) & (ASKED - 1);
        return table.find(ids[next]);
    }

    /// A look-up does not ask for generations.
    private static final class Unchanged implements Generations {
        @Override
        public long acquire(long offsetBytes) {
            return 1;
        }

        @Override
        public boolean confirm(long offsetBytes, long expected) {
            return true;
        }
    }
}
