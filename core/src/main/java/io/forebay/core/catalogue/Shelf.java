package io.forebay.core.catalogue;

import io.forebay.core.block.Namespace;

/// The blocks of one namespace. The namespace is compared once for a whole query and stored once for all its blocks;
/// hashes are compared in full.
final class Shelf {
    final Namespace namespace;
    final BlockTable blocks = new BlockTable();

    Shelf(Namespace namespace) {
        this.namespace = namespace;
    }
}
