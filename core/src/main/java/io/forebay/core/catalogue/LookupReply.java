package io.forebay.core.catalogue;

import java.util.List;

/// The reply to [Lookup].
///
/// @param warming who has no owner now may have one soon
/// @param blocks one for each asked hash, in their order
public record LookupReply(long masterEpoch, boolean warming, List<BlockTiers> blocks) implements Reply {
    public LookupReply {
        blocks = List.copyOf(blocks);
    }

    /// Where one block is.
    ///
    /// @param replicas of visible nodes, those in memory first
    /// @param sizeBytes of the block; 0 where no node has said
    /// @param promoting whether a task is to bring it from an SSD to memory
    public record BlockTiers(List<ReplicaStatus> replicas, long sizeBytes, boolean promoting) {
        public BlockTiers {
            replicas = List.copyOf(replicas);
        }
    }
}
