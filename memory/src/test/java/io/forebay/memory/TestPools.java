package io.forebay.memory;

import io.forebay.core.extent.Extent;

/// What tests of a pool ask of it all the time.
final class TestPools {
    private TestPools() {}

    /// An extent that must be there.
    static Extent granted(Pool pool, long bytes) {
        return switch (pool.allocate(bytes)) {
            case Allocation.Granted granted -> granted.extent();
            case Allocation.Full full -> throw new AssertionError("the pool is full");
            case Allocation.TooLarge tooLarge -> throw new AssertionError("too large: " + tooLarge);
        };
    }
}
