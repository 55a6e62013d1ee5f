package io.forebay.node;

import io.forebay.core.block.BlockHash;
import io.forebay.core.extent.Extent;
import io.forebay.core.extent.Slot;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.Layout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A block that an instance is writing: reserved, not yet sealed by every rank. Its state belongs to [Saves].
final class InFlightBlock {
    final NamespaceBlocks home;
    final BlockHash hash;
    final InstanceId owner;
    final Layout layout;

    /// By rank: what it has reserved. A rank that has not is absent.
    final Map<Integer, RankPart> parts = new HashMap<>();

    /// Ranks whose seal is accepted; their checksums may still be on their way.
    final List<Integer> sealing = new ArrayList<>();

    /// By slot number: sealed slots; null until then.
    final @Nullable Slot[] slots;

    int sealedSlots;
    long touchedNanos;

    InFlightBlock(NamespaceBlocks home, BlockHash hash, InstanceId owner, Layout layout) {
        this.home = home;
        this.hash = hash;
        this.owner = owner;
        this.layout = layout;
        this.slots = new Slot[layout.slotCount()];
    }

    boolean isComplete() {
        return sealedSlots == slots.length;
    }

    /// Every extent of every rank.
    List<Extent> extents() {
        return parts.values().stream().flatMap(part -> part.extents().stream()).toList();
    }
}
