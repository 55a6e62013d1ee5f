package io.forebay.core.catalogue;

import io.forebay.core.block.BlockHash;
import org.jspecify.annotations.Nullable;

/// A block that somebody has, and the head of the chain of its replicas. Changed by [ReplicaTable] and, for the
/// bucket's chain, [BlockTable] alone.
final class Block {
    final Shelf shelf;
    final BlockHash hash;

    @Nullable
    Replica firstReplica;

    @Nullable
    Block nextInBucket;

    Block(Shelf shelf, BlockHash hash) {
        this.shelf = shelf;
        this.hash = hash;
    }

    @Nullable
    Replica replicaOf(Session session) {
        Replica replica = firstReplica;
        while (replica != null && replica.session != session) {
            replica = replica.nextOfBlock;
        }
        return replica;
    }
}
