package io.forebay.node.broken;

import io.forebay.core.extent.Extent;
import io.forebay.core.extent.Slot;
import io.forebay.core.extent.StoredBlock;
import io.forebay.memory.Allocation;
import io.forebay.memory.Pool;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Function;

/// Builds blocks past the one builder, in each way that there is.
final class Filling {
    private Filling() {}

    /// Makes a block of slots.
    static final class Building {
        private Building() {}

        static StoredBlock block(List<Slot> slots) {
            return new StoredBlock(slots);
        }
    }

    /// Says that a slot is sealed.
    static final class Sealing {
        private Sealing() {}

        static Slot slot(Extent extent) {
            return new Slot(0, extent, 0);
        }
    }

    /// Writes into an extent.
    static final class Writing {
        private Writing() {}

        static MemorySegment bytes(Pool pool, Extent extent) {
            return pool.slice(extent).fill((byte) 1);
        }
    }

    /// Hands out what writes into extents.
    static final class Referring {
        private Referring() {}

        static Function<Extent, MemorySegment> bytes(Pool pool) {
            return pool::slice;
        }
    }

    /// Writes anywhere in the pool.
    static final class Reaching {
        private Reaching() {}

        static MemorySegment bytes(Pool pool) {
            return pool.data();
        }
    }

    /// Takes extents without asking for room.
    static final class Taking {
        private Taking() {}

        static Allocation extent(Pool pool) {
            return pool.allocate(1);
        }
    }

    /// Gives extents back.
    static final class Giving {
        private Giving() {}

        static void back(Pool pool, Extent extent) {
            pool.free(extent);
        }
    }
}
