package io.forebay.node;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import io.forebay.core.layout.Layout;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The resident blocks of one namespace by their full hash. One map for each namespace, so that a chain is walked
/// with one look-up a block.
final class NamespaceBlocks {
    final Namespace namespace;
    final Layout layout;
    final Map<BlockHash, ResidentBlock> byHash = new HashMap<>();

    /// The fetch that is bringing a block; written by [Fetch] alone.
    final Map<BlockHash, Fetch> arriving = new HashMap<>();

    /// Blocks that were read from SSD, for as long as somebody holds them; written by [Residents] alone.
    final Map<BlockHash, ResidentBlock> passing = new HashMap<>();

    /// Blocks that are being read from SSD; written by [DiskLoad] alone.
    final Map<BlockHash, DiskLoad> loading = new HashMap<>();

    NamespaceBlocks(Namespace namespace, Layout layout) {
        this.namespace = namespace;
        this.layout = layout;
    }

    /// For who reads it here: resident, or passing.
    @Nullable
    ResidentBlock inMemory(BlockHash hash) {
        ResidentBlock block = byHash.get(hash);
        return block == null ? passing.get(hash) : block;
    }

    @Nullable
    ResidentBlock find(BlockHash hash) {
        return byHash.get(hash);
    }
}
