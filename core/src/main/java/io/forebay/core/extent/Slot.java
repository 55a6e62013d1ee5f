package io.forebay.core.extent;

import io.forebay.core.answer.InvalidInput;

/// A sealed part of a block for one shard: one value end to end, so that an extent and its checksum or NUMA node can
/// never come apart. Its segments are not listed: the layout of the block's namespace gives them.
///
/// @param numaNode whose arena the extent is in, by the kernel's number; 0 in a pool of one arena that is bound
///     to none
/// @param extent the bytes, padding included
/// @param checksum CRC32C of the whole extent, taken when the slot was sealed
public record Slot(int numaNode, Extent extent, int checksum) {
    public Slot {
        if (numaNode < 0) {
            throw new InvalidInput("slot.numa_node", "is negative: " + numaNode);
        }
    }
}
