package io.forebay.bench.router;

import io.forebay.core.catalogue.LookupReply.BlockTiers;
import io.forebay.core.session.NodeId;
import io.forebay.core.tier.Tier;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// What a lookup's answer means to a router: to which node a request goes, and which of its blocks have to be brought
/// to memory first. Pure.
final class Placement {
    private Placement() {}

    /// The node with the longest live prefix, in whatever tiers; of equal ones the one with the fewest requests in
    /// flight, of these the first.
    ///
    /// @param inFlight requests of each node to choose from, at least one, in their order
    static NodeId node(List<BlockTiers> blocks, Map<NodeId, Integer> inFlight) {
        return inFlight.keySet().stream()
                .max(Comparator.comparingInt((NodeId node) -> prefix(blocks, node))
                        .thenComparingInt(node -> -inFlight.getOrDefault(node, 0))
                        .thenComparing(Comparator.comparing(NodeId::name).reversed()))
                .orElseThrow();
    }

    private static int prefix(List<BlockTiers> blocks, NodeId node) {
        return (int) blocks.stream()
                .takeWhile(block -> block.replicas().stream()
                        .anyMatch(replica -> replica.node().equals(node)))
                .count();
    }

    /// Leading blocks that somebody has: behind the first that nobody has nothing is of use.
    static int livePrefix(List<BlockTiers> blocks) {
        return (int)
                blocks.stream().takeWhile(block -> !block.replicas().isEmpty()).count();
    }

    /// Whether some node has the block in memory.
    static boolean isInMemory(BlockTiers block) {
        return block.replicas().stream().anyMatch(replica -> replica.tier() == Tier.MEMORY);
    }
}
