package io.forebay.bench.limit;

import io.forebay.memory.Pool;
import io.forebay.memory.PoolSettings;
import io.forebay.memory.backing.BackingTerms;
import io.forebay.memory.backing.HugePages;
import io.forebay.memory.backing.Memlock;
import io.forebay.memory.backing.NumaChoice;
import java.io.IOException;
import java.nio.file.Path;

/// Memory as a node reads into it: in how many pieces it lies for a device, and whether it is in the processor's cache,
/// is a third of a read's time.
public final class NodeMemory {
    private static final int PAGE_BYTES = 4 << 10;
    private static final int PREFAULT_THREADS = 1;

    private NodeMemory() {}

    /// A pool with the settings that a node has where nothing is said, touched; the caller closes it.
    ///
    /// @param directory in shared memory
    /// @param name of the bench
    public static Pool pool(Path directory, long bytes, String name) throws IOException {
        BackingTerms terms = BackingTerms.of(HugePages.AUTO, Memlock.OFF, new NumaChoice.Off());
        PoolSettings settings = new PoolSettings(directory, bytes, PAGE_BYTES, PREFAULT_THREADS, 0, terms);
        return Pool.create(settings, name, ProcessHandle.current().pid(), System.nanoTime());
    }
}
