package io.forebay.core.extent;

import io.forebay.core.answer.InvalidInput;

/// A sealed part of a block for one shard: one value end to end, so that an extent and its checksum or NUMA node can
/// never come apart. Its segments are not listed: the layout of the block's namespace gives them.
///
/// @param numaNode where the extent's memory is; 0 on machines with one node
/// @param extent the bytes, padding included
/// @param checksum CRC32C of the whole extent, taken when the slot was sealed
public record Slot(int numaNode, Extent extent, int checksum) {
    public Slot {
        if (numaNode < 0) {
            throw new InvalidInput("slot.numa_node", "is negative: " + numaNode);
        }
    }
}
