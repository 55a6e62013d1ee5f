package io.forebay.cli;

import io.forebay.sim.trace.TierSize;
import io.forebay.sim.trace.TierSizes;
import io.forebay.sim.trace.Tiering;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What `replay` plays with `--policy`: tiers of one node without bytes.
final class PolicyOptions {
    @Option(
            names = "--policy",
            paramLabel = "NAME",
            description = "lru or chi: replay the eviction policy alone, no bytes")
    @Nullable
    String policy;

    @Option(names = "--single-node", description = "with --policy: one node")
    boolean singleNode;

    @Option(names = "--dram-blocks", paramLabel = "N", description = "with --policy: capacity of the node's DRAM")
    @Nullable
    Integer dramBlocks;

    @Option(
            names = "--ssd-blocks",
            paramLabel = "N",
            description = "with --policy: capacity of its SSD, which gets what is missed, too; a hit there is served"
                    + " from there")
    @Nullable
    Integer ssdBlocks;

    @Option(
            names = "--exclusive",
            description = "with --ssd-blocks: SSD gets what leaves DRAM, and a hit there moves back")
    boolean exclusive;

    @Option(names = "--promote", description = "with --ssd-blocks: a hit on SSD goes to DRAM, too")
    boolean promote;

    @Option(names = "--ssd-policy", paramLabel = "NAME", description = "with --ssd-blocks: lru (default) or chi")
    @Nullable
    String ssdPolicy;

    boolean given() {
        return policy != null;
    }

    /// Refuses what has no meaning for a replay with bytes.
    void refuse() {
        unless(
                !singleNode && dramBlocks == null && ssdBlocks == null && !exclusive && !promote && ssdPolicy == null,
                "--single-node, --dram-blocks, --ssd-blocks, --exclusive, --promote and --ssd-policy go with --policy");
    }

    TierSizes sizes(long seed) {
        if (policy == null || !singleNode || dramBlocks == null) {
            throw new IllegalArgumentException("--policy needs --single-node and --dram-blocks N");
        }
        unless(!exclusive || !promote, "--exclusive and --promote exclude each other");
        unless(
                ssdBlocks != null || (!exclusive && !promote && ssdPolicy == null),
                "--ssd-blocks is needed for --exclusive, --promote and --ssd-policy");
        TierSize dram = TierSize.of(policy, dramBlocks);
        return ssdBlocks == null
                ? TierSizes.dram(dram, seed)
                : new TierSizes(dram, tiering(), TierSize.of(ssdPolicy == null ? "lru" : ssdPolicy, ssdBlocks), seed);
    }

    private static void unless(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }

    private Tiering tiering() {
        return exclusive ? Tiering.EXCLUSIVE : promote ? Tiering.PROMOTE : Tiering.SERVE;
    }
}
