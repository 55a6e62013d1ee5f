package io.forebay.core.peer;

import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.NodeId;
import java.util.List;

/// A node asks a peer to hold blocks still and say where they lie.
///
/// @param node who asks
/// @param hashes a run of the chain, 1–65,536
public record TransferQuery(NodeId node, Namespace namespace, List<BlockHash> hashes) {
    public TransferQuery {
        hashes = Limits.keys("hashes", List.copyOf(hashes));
    }
}
