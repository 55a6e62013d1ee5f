package io.forebay.core.peer;

import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import io.forebay.core.session.NodeId;
import io.forebay.core.tier.Tier;
import java.util.List;

/// A node asks a peer to hold blocks still and say where they lie.
///
/// @param node who asks
/// @param hashes a run of the chain, 1–65,536
/// @param tier where the peer is to look; LOCAL_DISK: what it has on SSD it reads into its memory first
public record TransferQuery(NodeId node, Namespace namespace, List<BlockHash> hashes, Tier tier) {
    public TransferQuery {
        hashes = Limits.keys("hashes", List.copyOf(hashes));
    }

    /// About what is in the peer's memory.
    public TransferQuery(NodeId node, Namespace namespace, List<BlockHash> hashes) {
        this(node, namespace, hashes, Tier.MEMORY);
    }
}
