package io.forebay.memory;

/// One arena of a pool: the granules whose memory is of one NUMA node.
///
/// @param numaNode the kernel's number of the node
/// @param firstGranule of the pool's
/// @param granules how many
record PoolArena(int numaNode, int firstGranule, int granules, ExtentAllocator allocator) {
    PoolArena(int numaNode, int firstGranule, int granules) {
        this(numaNode, firstGranule, granules, new ExtentAllocator(granules));
    }

    int freeGranules() {
        return granules - allocator.usedGranules();
    }
}
