package io.forebay.bench.cluster;

import io.forebay.bench.Progress;
import io.forebay.bench.process.ExitStack;
import io.forebay.bench.replay.ReplayReport;
import io.forebay.bench.replay.ReplayRun;
import io.forebay.bench.replay.ReplaySettings;
import io.forebay.bench.replay.ReplayTotals;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.layout.Layout;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/// A replay on real processes, from the starting of the cluster to its report.
public final class ClusterReplay {
    private static final int ALIGNMENT = 64;
    private static final long SEGMENTS = 2L * ReplaySettings.LAYERS;

    private ClusterReplay() {}

    /// Plays `prompts`, each the block ids of one request. Everything that was started is stopped when it returns.
    ///
    /// @param tell hears what a user should know before it starts
    public static ReplayReport run(ReplayOptions options, List<List<Long>> prompts, Consumer<String> tell)
            throws IOException {
        Layout layout = layout(options.blockBytes());
        PoolPlan pool = pool(options, layout, prompts, tell);
        ReplaySettings settings =
                new ReplaySettings(layout, options.queryDeadline(), options.handoffDeadline(), options.chaos());
        try (ExitStack exit = ExitStack.open()) {
            tell.accept("%,d requests, starting %s%d nodes with pools of %,d MiB …"
                    .formatted(
                            prompts.size(),
                            options.master().isPresent() ? "" : "a master and ",
                            options.nodes(),
                            pool.sizeBytes() >> 20));
            ClusterProcesses cluster = ClusterProcesses.start(
                    new ClusterOptions(
                            options.mainClass(),
                            options.nodes(),
                            layout,
                            pool,
                            ClusterOptions.USUAL_HEAP,
                            options.fabric(),
                            options.poolDirectory(),
                            options.logs(),
                            options.master()),
                    exit);
            if (!cluster.masterPages().isEmpty()) {
                tell.accept("a page that shows it: http://" + cluster.masterPages() + "/");
            }
            Progress progress = Progress.onStderr(prompts.size());
            ReplayTotals totals = new ReplayRun(settings, cluster, System::nanoTime, progress).play(prompts);
            cluster.settle();
            NodeFigures figures = cluster.figures();
            return totals.report(cluster.processes(), figures.total(options.fabric()), figures.recovery());
        }
    }

    /// The layout of a replay's blocks of this size, padding aside.
    public static Layout layout(long blockBytes) {
        InvalidInput.unless(
                blockBytes >= SEGMENTS && blockBytes % SEGMENTS == 0,
                "block-size",
                "is " + blockBytes + " bytes; it must be a multiple of " + SEGMENTS + " (" + ReplaySettings.LAYERS
                        + " layers with K and V)");
        return new KvLayout(ReplaySettings.LAYERS, 1, blockBytes / SEGMENTS, ALIGNMENT);
    }

    private static PoolPlan pool(ReplayOptions options, Layout layout, List<List<Long>> prompts, Consumer<String> tell)
            throws IOException {
        if (options.poolBytes().isPresent()) {
            long bytes = options.poolBytes().get();
            InvalidInput.unless(
                    bytes >= layout.blockBytes(),
                    "pool-size",
                    "is " + bytes + " bytes, less than one block of " + layout.blockBytes());
            return new PoolPlan(bytes, PoolPlan.granuleFor(layout), true);
        }
        long blocks = prompts.stream().flatMap(List::stream).distinct().count();
        PoolPlan plan = PoolPlan.of(blocks, layout, options.nodes(), PoolPlan.offeredBytes(options.poolDirectory()));
        if (!plan.enough()) {
            tell.accept(
                    "the trace has %,d blocks of %,d bytes; %s has room for pools of %,d MiB only, so nodes will evict"
                            .formatted(blocks, layout.blockBytes(), options.poolDirectory(), plan.sizeBytes() >> 20));
        }
        return plan;
    }
}
