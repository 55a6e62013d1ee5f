package io.forebay.bench.recovery;

import io.forebay.bench.BenchResult;
import io.forebay.bench.Better;
import io.forebay.bench.Progress;
import io.forebay.bench.Quartiles;
import io.forebay.bench.cluster.ClusterOptions;
import io.forebay.bench.cluster.ClusterProcesses;
import io.forebay.bench.cluster.PoolPlan;
import io.forebay.bench.process.ExitStack;
import io.forebay.bench.replay.Fault;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.layout.Layout;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The `restart` measurement: the master of two full nodes is killed with SIGKILL and starts again at once, with
/// nothing.
///
/// | row | ours | its limit |
/// | --- | --- | --- |
/// | `restart-findable` | from the new master's readiness until a query finds 99 % of all blocks | as many
/// registrations in a master in this process, without wire and nodes |
/// | `restart-fresh-p99` | a new block, from its save to the end of its barrier, meanwhile | the same before the kill |
///
/// A fresh save counts from the first one on that its node could register with the new master: until then it waits for
/// the node to find the master again, which is part of the first row. *Meanwhile* lasts until 99 % are found, or until
/// [FreshSaves#ENOUGH] saves of each node, whichever is later.
public final class RestartBench {
    private static final int NODES = 2;
    /// One slot of one granule, the smallest block there is.
    private static final Layout LAYOUT = new KvLayout(1, 1, 2 << 10, 64);

    private static final int GRANULE_BYTES = 4_096;
    /// Room for the fresh blocks, below the share at which a node evicts.
    private static final double POOL_SHARE = 0.75;

    private static final String HEAP = "3g";
    private static final double FOUND = 0.99;

    private final ClusterProcesses cluster;
    private final FindableShare findable;
    private final FreshSaves fresh;

    private RestartBench(ClusterProcesses cluster, FindableShare findable, FreshSaves fresh) {
        this.cluster = cluster;
        this.findable = findable;
        this.fresh = fresh;
    }

    /// What is measured on.
    ///
    /// @param mainClass of the `forebay` command, on this JVM's class path
    /// @param blocks registered in all, half of them on each node, 2,000–4,000,000
    /// @param poolDirectory under which the pools lie
    public record RestartSettings(String mainClass, long blocks, Path poolDirectory) {
        public RestartSettings {
            InvalidInput.unless(
                    blocks >= 2_000 && blocks <= 4_000_000,
                    "blocks",
                    "is " + blocks + "; it must be from 2000 to 4000000");
        }

        private ClusterOptions cluster() {
            long poolBytes = (long) (blocks / NODES * GRANULE_BYTES / POOL_SHARE);
            return new ClusterOptions(
                    mainClass,
                    NODES,
                    LAYOUT,
                    new PoolPlan(poolBytes, GRANULE_BYTES, true),
                    HEAP,
                    "tcp",
                    poolDirectory,
                    Optional.empty(),
                    Optional.empty());
        }
    }

    /// Restarts the master once in each round.
    public static List<BenchResult> run(RestartSettings settings, int rounds) throws Exception {
        double[] limit = AllAtOnce.seconds(settings.blocks(), rounds);
        try (ExitStack exit = ExitStack.open()) {
            ClusterProcesses cluster = ClusterProcesses.start(settings.cluster(), exit);
            FilledNodes.fill(cluster, settings.blocks());
            FindableShare findable = FindableShare.of(cluster, settings.blocks(), exit);
            RestartBench bench = new RestartBench(cluster, findable, new FreshSaves(cluster, exit));
            Progress progress = Progress.onStderr(rounds);
            double[] seconds = new double[rounds];
            Paired latencies = new Paired();
            for (int round = 0; round < rounds; round++) {
                seconds[round] = bench.round(latencies);
                progress.step("restart");
            }
            progress.end();
            return List.of(findableRow(seconds, limit), latencies.row("restart-fresh-p99", 0.99));
        }
    }

    private static BenchResult findableRow(double[] seconds, double[] limit) {
        double[] ratios = new double[seconds.length];
        for (int round = 0; round < ratios.length; round++) {
            ratios[round] = Better.LOWER.ratio(seconds[round], limit[round]);
        }
        return new BenchResult(
                "restart-findable",
                "s",
                Quartiles.of(seconds).median(),
                Quartiles.of(limit).median(),
                Quartiles.of(ratios).median(),
                Quartiles.of(ratios).spread());
    }

    /// Seconds until all but one in a hundred were found.
    private double round(Paired latencies) throws IOException, InterruptedException {
        findable.await(1);
        List<Double> before = fresh.alone();
        FreshSaves.Running running = fresh.start();
        try {
            cluster.carryOut(new Fault(Fault.Kind.KILL_MASTER, 0, 0), true);
            cluster.settle();
            long ready = System.nanoTime();
            findable.await(FOUND);
            long found = System.nanoTime();
            running.awaitEnough(ready);
            latencies.add(running.millis(ready), before);
            return (found - ready) / 1e9;
        } finally {
            running.stop();
        }
    }
}
