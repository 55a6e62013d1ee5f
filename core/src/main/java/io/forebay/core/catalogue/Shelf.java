package io.forebay.core.catalogue;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import java.util.HashMap;
import java.util.Map;

/// The blocks of one namespace. The namespace is compared once for a whole query and stored once for all its blocks;
/// hashes are compared in full.
final class Shelf {
    final Namespace namespace;
    final Map<BlockHash, Block> blocks = new HashMap<>();

    Shelf(Namespace namespace) {
        this.namespace = namespace;
    }
}
