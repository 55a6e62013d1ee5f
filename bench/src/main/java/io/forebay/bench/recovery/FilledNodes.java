package io.forebay.bench.recovery;

import io.forebay.bench.cluster.ClusterProcesses;
import io.forebay.bench.replay.BlockBytes;
import io.forebay.bench.replay.ReplayNode;
import io.forebay.core.block.BlockHash;
import java.io.IOException;
import java.util.List;
import java.util.stream.LongStream;

/// Nodes that share the blocks from 0 on evenly, each its own part.
final class FilledNodes {
    private static final int SAVE_BATCH = 4_096;

    private FilledNodes() {}

    /// Saves `blocks` in all. What is in them does not matter and is not written.
    static void fill(ClusterProcesses cluster, long blocks) throws IOException {
        List<ReplayNode> nodes = cluster.live();
        for (int node = 0; node < nodes.size(); node++) {
            long end = end(node, nodes.size(), blocks);
            for (long from = end(node - 1, nodes.size(), blocks); from < end; from += SAVE_BATCH) {
                List<BlockHash> batch = LongStream.range(from, Math.min(end, from + SAVE_BATCH))
                        .mapToObj(BlockBytes::hash)
                        .toList();
                int written = nodes.get(node)
                        .prefill()
                        .save("fill-" + from, batch, (block, slot, bytes) -> {})
                        .written();
                if (written != batch.size()) {
                    throw new IOException("only " + written + " of " + batch.size() + " blocks could be saved");
                }
            }
        }
    }

    /// Behind the last block of the node at `index`.
    static long end(int index, int nodes, long blocks) {
        return blocks * (index + 1) / nodes;
    }
}
