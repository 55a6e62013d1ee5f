package io.forebay.bench.prefetch;

import io.forebay.bench.BenchResult;
import io.forebay.bench.Better;
import io.forebay.bench.Progress;
import io.forebay.bench.Quartiles;
import io.forebay.bench.limit.FioLimit;
import io.forebay.bench.process.Directories;
import io.forebay.bench.process.ExitStack;
import io.forebay.bench.process.Workshop;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// The `prefetch` measurement: from a trigger until the blocks are in the buffer, with a master and a node as processes
/// and a real SSD, one block of 1 MiB on an idle node and many at a time; against bare reads of the same file system in
/// the same rounds.
///
/// | row | ours | its limit |
/// | --- | --- | --- |
/// | `trigger-p50`, `trigger-p99` | one block, from the trigger to the lookup that finds it in memory | one bare read |
/// | `queue-1` | blocks a second of a full queue, one worker | one thread that reads block after block, and keeps them
/// |
/// | `queue-4` | the same with four workers | fio, four reads under way |
///
/// A node is warm before it is measured: it has brought so many small blocks that its compilers are done, and some of
/// the large ones. No block is triggered twice, and the buffer has room for all of them: evictions are not measured.
public final class PrefetchBench {
    /// Of one block, in each round at most.
    private static final int SINGLES = 64;

    private static final int WARM_SINGLES = 100;
    private static final int MANY_WORKERS = 4;

    private final PrefetchBenchSettings settings;
    private final int rounds;
    private final Path directory;
    private final Progress progress;

    private PrefetchBench(PrefetchBenchSettings settings, int rounds, Path directory) {
        this.settings = settings;
        this.rounds = rounds;
        this.directory = directory;
        this.progress = Progress.onStderr(3L * rounds);
    }

    /// Runs all rounds of every row.
    ///
    /// @throws io.forebay.bench.process.MissingProgramException when fio is not installed
    public static List<BenchResult> run(PrefetchBenchSettings settings, int rounds) throws Exception {
        try (ExitStack exit = ExitStack.open()) {
            Files.createDirectories(settings.directory());
            Path directory = Directories.temporary(settings.directory(), "forebay-bench-", exit);
            PrefetchBench bench = new PrefetchBench(settings, rounds, directory);
            List<BenchResult> results = new ArrayList<>(bench.oneWorker());
            results.add(bench.manyWorkers());
            bench.progress.end();
            return results;
        }
    }

    private interface Measure {
        double run() throws Exception;
    }

    private List<BenchResult> oneWorker() throws Exception {
        try (ExitStack own = ExitStack.open()) {
            int queued = settings.queued();
            int singles = Math.max(1, Math.min(SINGLES, queued / rounds));
            int blocks = WARM_SINGLES + rounds * singles + (rounds + 1) * queued;
            StockedNode node = StockedNode.start(settings, directory.resolve("ssd-1"), blocks, 1, own);
            BareReads bare =
                    BareReads.of(directory.resolve("bare"), settings.poolDirectory(), StockedNode.BLOCK_BYTES, queued);
            own.defer(bare::close);
            for (int i = 0; i < WARM_SINGLES; i++) {
                node.millis(node.fresh(1));
            }
            List<List<Double>> ours = new ArrayList<>();
            List<List<Double>> limit = new ArrayList<>();
            for (int round = 0; round < rounds; round++) {
                List<Double> triggered = new ArrayList<>();
                List<Double> read = new ArrayList<>();
                for (int i = 0; i < singles; i++) {
                    triggered.add(node.millis(node.fresh(1)));
                    read.add(bare.millis());
                }
                ours.add(triggered);
                limit.add(read);
                progress.step("trigger");
            }
            BenchResult queue = queue("queue-1", node, () -> bare.rate(queued));
            return List.of(latency("trigger-p50", ours, limit, 0.5), latency("trigger-p99", ours, limit, 0.99), queue);
        }
    }

    private BenchResult manyWorkers() throws Exception {
        try (ExitStack own = ExitStack.open()) {
            int blocks = (rounds + 1) * settings.queued();
            StockedNode node = StockedNode.start(settings, directory.resolve("ssd-4"), blocks, MANY_WORKERS, own);
            long bytes = (long) settings.queued() * StockedNode.BLOCK_BYTES;
            FioLimit fio = FioLimit.find(directory, bytes, MANY_WORKERS, Workshop.open(own));
            return queue(
                    "queue-4",
                    node,
                    () -> fio.randomReads(StockedNode.BLOCK_BYTES).gigabytesPerSecond()
                            * 1e9
                            / StockedNode.BLOCK_BYTES);
        }
    }

    private BenchResult queue(String name, StockedNode node, Measure limit) throws Exception {
        double[] ours = new double[rounds];
        double[] best = new double[rounds];
        double[] ratios = new double[rounds];
        int queued = settings.queued();
        node.millis(node.fresh(queued));
        for (int round = 0; round < rounds; round++) {
            ours[round] = queued / (node.millis(node.fresh(queued)) / 1e3);
            best[round] = limit.run();
            ratios[round] = Better.HIGHER.ratio(ours[round], best[round]);
            progress.step(name);
        }
        Quartiles ratio = Quartiles.of(ratios);
        return new BenchResult(
                name, "1/s", Quartiles.of(ours).median(), Quartiles.of(best).median(), ratio.median(), ratio.spread());
    }

    /// Over the blocks of all rounds; the spread is that of the rounds' own ratios.
    private static BenchResult latency(String name, List<List<Double>> ours, List<List<Double>> limit, double share) {
        ToDoubleFunction<List<Double>> at = values -> Quartiles.percentile(values, share);
        double[] ratios = new double[ours.size()];
        for (int round = 0; round < ratios.length; round++) {
            ratios[round] = Better.LOWER.ratio(at.applyAsDouble(ours.get(round)), at.applyAsDouble(limit.get(round)));
        }
        double mine = at.applyAsDouble(ours.stream().flatMap(List::stream).toList());
        double best = at.applyAsDouble(limit.stream().flatMap(List::stream).toList());
        return new BenchResult(
                name,
                "ms",
                mine,
                best,
                Better.LOWER.ratio(mine, best),
                Quartiles.of(ratios).spread());
    }
}
