package io.forebay.bench.recovery;

import io.forebay.bench.BenchResult;
import io.forebay.bench.Progress;
import io.forebay.bench.cluster.ClusterOptions;
import io.forebay.bench.cluster.ClusterProcesses;
import io.forebay.bench.cluster.PoolPlan;
import io.forebay.bench.process.ExitStack;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.layout.Layout;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// The `failover` measurement: two nodes own the same prompts, a third reads them over the network, eight queries at a
/// time, and in their midst one owner is killed with SIGKILL.
///
/// *Affected* are the queries that were under way, or began, from the kill until the reader has opened its breaker for
/// the dead node: some of them were asking it, the others shared the machine with that. The limit is the same
/// percentile of as many queries before, with both owners alive. Every query must bring all of its blocks.
public final class FailoverBench {
    private static final int VICTIM = 1;
    private static final int READER = 3;
    private static final int READERS = 8;
    /// 16 KiB a block, in two slots.
    private static final Layout LAYOUT = new KvLayout(2, 1, 4 << 10, 4_096);

    private static final int GRANULE_BYTES = 4_096;
    /// Of a half's prompts, read before the kill.
    private static final double KILL_AT = 0.25;
    /// Prompts of which leases of the rounds before may still hold the blocks.
    private static final int ROUNDS_KEPT = 8;

    private final ClusterProcesses cluster;
    private final PromptLoad load;

    private FailoverBench(ClusterProcesses cluster, PromptLoad load) {
        this.cluster = cluster;
        this.load = load;
    }

    /// What is measured on.
    ///
    /// @param mainClass of the `forebay` command, on this JVM's class path
    /// @param fabric as the node's flag spells it
    /// @param prompts read in each half of a round, 50–10,000
    /// @param poolDirectory under which the pools lie
    public record FailoverSettings(String mainClass, String fabric, int prompts, Path poolDirectory) {
        public FailoverSettings {
            InvalidInput.unless(
                    prompts >= 50 && prompts <= 10_000, "prompts", "is " + prompts + "; it must be from 50 to 10000");
        }

        private ClusterOptions cluster() {
            long bytes = ROUNDS_KEPT * 2L * prompts * PromptLoad.BLOCKS * LAYOUT.blockBytes();
            return new ClusterOptions(
                    mainClass,
                    READER,
                    LAYOUT,
                    new PoolPlan(bytes, GRANULE_BYTES, true),
                    ClusterOptions.USUAL_HEAP,
                    fabric,
                    poolDirectory,
                    Optional.empty(),
                    Optional.empty());
        }
    }

    /// Kills an owner in each round; it is back before the next one.
    public static List<BenchResult> run(FailoverSettings settings, int rounds) throws Exception {
        try (ExitStack exit = ExitStack.open()) {
            ClusterProcesses cluster = ClusterProcesses.start(settings.cluster(), exit);
            ExecutorService readers = Executors.newFixedThreadPool(READERS + 1);
            exit.defer(readers::shutdownNow);
            FailoverBench bench = new FailoverBench(cluster, new PromptLoad(cluster, settings.prompts(), readers));
            Progress progress = Progress.onStderr(rounds + 1L);
            bench.load.save();
            bench.load.read(READERS).await();
            progress.step("failover");
            Paired latencies = new Paired();
            for (int round = 0; round < rounds; round++) {
                bench.round(readers, latencies);
                progress.step("failover");
            }
            progress.end();
            return List.of(latencies.row("failover-p99", 0.99), latencies.row("failover-worst", 1));
        }
    }

    private void round(ExecutorService threads, Paired latencies) throws Exception {
        load.save();
        TimedCalls healthy = load.read(READERS).await();
        load.save();
        PromptLoad.Reading reading = load.read(READERS);
        reading.awaitShare(KILL_AT);
        try (OpenBreakers breakers = new OpenBreakers(cluster.pages(READER))) {
            long killed = cluster.killNode(VICTIM);
            Future<Long> opened = threads.submit(breakers::awaitOne);
            TimedCalls disturbed = reading.await();
            long open = opened.get();
            latencies.add(disturbed.millis(call -> call.meets(killed, open)), healthy.millis(call -> true));
        }
        cluster.startAgain();
    }
}
