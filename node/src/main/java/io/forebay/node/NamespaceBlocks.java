package io.forebay.node;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The resident blocks of one namespace by their full hash. One map for each namespace, so that a chain is walked
/// with one look-up a block.
final class NamespaceBlocks {
    final Namespace namespace;
    final Map<BlockHash, ResidentBlock> byHash = new HashMap<>();

    /// The fetch that is bringing a block; written by [Fetch] alone.
    final Map<BlockHash, Fetch> arriving = new HashMap<>();

    NamespaceBlocks(Namespace namespace) {
        this.namespace = namespace;
    }

    @Nullable
    ResidentBlock find(BlockHash hash) {
        return byHash.get(hash);
    }
}
