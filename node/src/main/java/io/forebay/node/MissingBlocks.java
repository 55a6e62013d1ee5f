package io.forebay.node;

import io.forebay.core.block.BlockHash;
import io.forebay.core.catalogue.PrefixReply;
import java.util.ArrayList;
import java.util.List;

/// Those blocks of a chain that are neither in this node's memory nor on its SSD, front to back, perhaps with blocks
/// that are between them. Confined to one look.
final class MissingBlocks {
    final List<BlockHash> hashes = new ArrayList<>();
    private final List<Integer> indices = new ArrayList<>();

    MissingBlocks(FetchKit kit, NamespaceBlocks home, List<BlockHash> chain) {
        for (int i = 0; i < chain.size(); i++) {
            if (!kit.isHere(home, chain.get(i))) {
                hashes.add(chain.get(i));
                indices.add(i);
            }
        }
        indices.add(chain.size());
    }

    /// Leading blocks of the chain that are here.
    int here() {
        return indices.getFirst();
    }

    /// Leading blocks of the chain that are here or have an owner.
    ///
    /// @param reply the answer to a query for the missing ones
    int reach(PrefixReply reply) {
        return indices.get(reply.full() ? hashes.size() : reply.reach());
    }
}
