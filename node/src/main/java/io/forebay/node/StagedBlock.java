package io.forebay.node;

import io.forebay.core.answer.Invariant;
import io.forebay.core.block.BlockHash;
import io.forebay.core.extent.Extent;
import io.forebay.core.extent.Slot;
import io.forebay.core.layout.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A block in the making, slot by slot: no extent → given one → sealed. Its state belongs to [StagedBlockBuilder].
final class StagedBlock {
    final BlockHash hash;

    /// By slot number.
    private final @Nullable Extent[] given;

    /// By slot number.
    private final @Nullable Slot[] sealed;

    private int sealedSlots;

    StagedBlock(BlockHash hash, Layout layout) {
        this.hash = hash;
        this.given = new Extent[layout.slotCount()];
        this.sealed = new Slot[layout.slotCount()];
    }

    void give(int slot, Extent extent) {
        Invariant.check(given[slot] == null, "a slot is given one extent");
        given[slot] = extent;
    }

    Extent extent(int slot) {
        return Objects.requireNonNull(given[slot], "the slot was given an extent");
    }

    List<Extent> extents(List<Integer> slots) {
        List<Extent> extents = new ArrayList<>(slots.size());
        for (int slot : slots) {
            extents.add(extent(slot));
        }
        return extents;
    }

    /// Seals a slot, once, unless it has lost this extent meanwhile.
    void seal(int number, Slot slot) {
        if (slot.extent().equals(given[number]) && sealed[number] == null) {
            sealed[number] = slot;
            sealedSlots++;
        }
    }

    boolean isComplete() {
        return sealedSlots == sealed.length;
    }

    /// Every slot, in the layout's order; of a complete block.
    List<Slot> slots() {
        List<Slot> slots = new ArrayList<>(sealed.length);
        for (Slot slot : sealed) {
            slots.add(Objects.requireNonNull(slot, "the block is complete"));
        }
        return slots;
    }

    /// What an unsealed slot was given; it has none from now on.
    Extent takeBack(int slot) {
        Invariant.check(sealed[slot] == null, "what is sealed stays sealed");
        Extent extent = extent(slot);
        given[slot] = null;
        return extent;
    }

    /// Every extent that it was given.
    List<Extent> extents() {
        List<Extent> extents = new ArrayList<>(given.length);
        for (Extent extent : given) {
            if (extent != null) {
                extents.add(extent);
            }
        }
        return extents;
    }
}
