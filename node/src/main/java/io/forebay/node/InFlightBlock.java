package io.forebay.node;

import io.forebay.core.block.BlockHash;
import io.forebay.core.instance.InstanceId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A block that an instance is writing: reserved, not yet sealed by every rank. Its state belongs to [Saves].
final class InFlightBlock {
    final NamespaceBlocks home;
    final BlockHash hash;
    final InstanceId owner;

    /// By rank: what it has reserved. A rank that has not is absent.
    final Map<Integer, RankPart> parts = new HashMap<>();

    /// Ranks whose seal is accepted; their checksums may still be on their way.
    final List<Integer> sealing = new ArrayList<>();

    /// What it is built with: one block, slots given rank by rank.
    final StagedBlockBuilder staged;

    long touchedNanos;

    InFlightBlock(NamespaceBlocks home, BlockHash hash, InstanceId owner, StagedBlockBuilder staged) {
        this.home = home;
        this.hash = hash;
        this.owner = owner;
        this.staged = staged;
    }
}
