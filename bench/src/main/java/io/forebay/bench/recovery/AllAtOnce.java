package io.forebay.bench.recovery;

import io.forebay.bench.register.FullMaster;
import io.forebay.bench.replay.BlockBytes;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.session.NodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/// The least that learning of blocks can cost: full batches into a master in this process.
final class AllAtOnce {
    private static final Namespace NAMESPACE = new Namespace("bench", "", "bench");
    private static final NodeId NODE = new NodeId("node");
    private static final int WARM_PASSES = 2;

    private AllAtOnce() {}

    /// Seconds of so many passes, each into an empty master.
    static double[] seconds(long blocks, int passes) {
        List<List<BlockKey>> batches = new ArrayList<>();
        for (long from = 0; from < blocks; from += Limits.MAX_LEDGER_KEYS) {
            batches.add(LongStream.range(from, Math.min(blocks, from + Limits.MAX_LEDGER_KEYS))
                    .mapToObj(id -> new BlockKey(NAMESPACE, BlockBytes.hash(id)))
                    .toList());
        }
        double[] seconds = new double[passes];
        for (int pass = -WARM_PASSES; pass < passes; pass++) {
            FullMaster master = new FullMaster();
            long start = System.nanoTime();
            batches.forEach(batch -> master.register(NODE, batch));
            if (pass >= 0) {
                seconds[pass] = (System.nanoTime() - start) / 1e9;
            }
        }
        return seconds;
    }
}
