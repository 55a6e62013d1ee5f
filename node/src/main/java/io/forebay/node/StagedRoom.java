package io.forebay.node;

import io.forebay.core.block.BlockHash;
import io.forebay.core.extent.Extent;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;

/// Extents for blocks that are not begun yet: the same slots for each. Whoever asked for it gives back what no block
/// has taken. Loop thread only.
final class StagedRoom {
    private final Staging staging;
    private final List<Integer> slots;
    private final ArrayDeque<List<Extent>> sets;

    /// @param slots numbers of a set's extents, in their order
    StagedRoom(Staging staging, List<Integer> slots, List<List<Extent>> sets) {
        this.staging = staging;
        this.slots = slots;
        this.sets = new ArrayDeque<>(sets);
    }

    /// How many blocks can be given some still.
    int blocks() {
        return sets.size();
    }

    /// Begins whole blocks: the leading ones of these, as many as there is room for.
    StagedBlockBuilder build(StagedSource source, NamespaceBlocks home, List<BlockHash> hashes) {
        List<BlockHash> leading = hashes.subList(0, Math.min(hashes.size(), sets.size()));
        StagedBlockBuilder builder = new StagedBlockBuilder(staging, source, home, leading);
        for (int block = 0; block < leading.size(); block++) {
            give(builder, block);
        }
        return builder;
    }

    /// Gives a block that has been begun the slots that this room is for.
    ///
    /// @return their extents
    List<Extent> give(StagedBlockBuilder builder, int block) {
        List<Extent> extents = sets.remove();
        builder.give(block, slots, extents);
        return extents;
    }

    /// Frees what no block has taken.
    void giveBack() {
        if (!sets.isEmpty()) {
            List<Extent> rest = sets.stream().flatMap(Collection::stream).toList();
            sets.clear();
            staging.room().free(rest);
        }
    }
}
