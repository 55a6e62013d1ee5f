package io.forebay.bench.register;

import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.function.Supplier;

/// What something takes on the heap: live bytes after it was made less those before.
final class HeapUse {
    private static final int COLLECTIONS = 3;

    private HeapUse() {}

    static double bytesPerBlock(long blocks, Supplier<Object> make) {
        long before = liveBytes();
        Object made = make.get();
        try {
            return (double) (liveBytes() - before) / blocks;
        } finally {
            Reference.reachabilityFence(made);
        }
    }

    private static long liveBytes() {
        for (int i = 0; i < COLLECTIONS; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
