package io.forebay.bench.router;

import io.forebay.bench.Progress;
import io.forebay.bench.cluster.ClusterOptions;
import io.forebay.bench.cluster.ClusterProcesses;
import io.forebay.bench.cluster.PoolPlan;
import io.forebay.bench.page.MetricsPage;
import io.forebay.bench.page.MetricsReader;
import io.forebay.bench.process.Directories;
import io.forebay.bench.process.ExitStack;
import io.forebay.bench.replay.ReplayEngine;
import io.forebay.bench.replay.ReplayNode;
import io.forebay.client.RouterClient;
import io.forebay.client.RouterOptions;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.layout.Layout;
import io.forebay.core.session.NodeId;
import io.forebay.sim.trace.TraceRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/// A replay with a router on real processes: each mode on a fresh cluster, with the same DRAM, one after the other.
public final class RouterReplay {
    /// DRAM's part of the trace's blocks, unless somebody says otherwise.
    private static final long DRAM_PART = 10;
    /// The least DRAM of a node, in blocks: fewer are no cache.
    private static final long LEAST_BLOCKS = 20;

    private static final long MIB = 1 << 20;
    private static final Duration PAGE_TIME = Duration.ofSeconds(5);
    private static final Duration CALL_TIME = Duration.ofSeconds(2);
    private static final long SETTLE_NANOS = 20_000_000_000L;
    private static final long LOOK_NANOS = 100_000_000L;

    private final RouterReplayOptions options;
    private final List<TraceRequest> trace;
    private final Consumer<String> tell;
    private final long blocks;
    private final long dramBytes;

    private RouterReplay(RouterReplayOptions options, List<TraceRequest> trace, Consumer<String> tell) {
        this.options = options;
        this.trace = trace;
        this.tell = tell;
        this.blocks = trace.stream()
                .flatMap(each -> each.hashIds().stream())
                .distinct()
                .count();
        Layout layout = options.settings().layout();
        this.dramBytes = options.dramBytes().orElse(blocks * layout.blockBytes() / DRAM_PART / options.nodes());
        InvalidInput.unless(
                dramBytes >= LEAST_BLOCKS * layout.blockBytes(),
                "pool-size",
                "is " + dramBytes + " bytes for a node; it must be at least " + LEAST_BLOCKS + " blocks, "
                        + LEAST_BLOCKS * layout.blockBytes());
    }

    /// Plays `trace`, whose times must not go back, in every mode. What was started is stopped, and what was written is
    /// deleted, when it returns.
    ///
    /// @param tell hears what a user should know on the way
    /// @throws IOException when a cluster does not start, or a mode does not end
    public static RouterReport run(RouterReplayOptions options, List<TraceRequest> trace, Consumer<String> tell)
            throws IOException {
        for (int i = 1; i < trace.size(); i++) {
            InvalidInput.unless(
                    trace.get(i).timestampMillis() >= trace.get(i - 1).timestampMillis(),
                    "trace",
                    "goes back in time with request " + (i + 1));
        }
        RouterReplay replay = new RouterReplay(options, trace, tell);
        List<RouterReport.Run> runs = new ArrayList<>();
        for (RouterMode mode : options.modes()) {
            RouterReport.Run run = replay.play(mode);
            runs.add(run);
            tell.accept(String.format(
                    Locale.ROOT,
                    "%s: %.2f %% of %,d blocks that were found had to be read from SSD",
                    mode.word(),
                    100 * run.ssdOnCriticalPathShare(),
                    run.gets().found()));
        }
        return new RouterReport(
                trace.size(),
                options.nodes(),
                options.settings().speed(),
                options.settings().window().toNanos() / 1e6,
                options.settings().layout().blockBytes(),
                replay.dramBytes,
                runs);
    }

    private RouterReport.Run play(RouterMode mode) throws IOException {
        try (ExitStack exit = ExitStack.open()) {
            tell.accept("%s: %,d requests in %,d s, a master and %d nodes with %,d MiB of DRAM each …"
                    .formatted(mode.word(), trace.size(), seconds(), options.nodes(), dramBytes / MIB));
            ClusterProcesses cluster = ClusterProcesses.start(cluster(mode, exit), exit);
            RouterClient client =
                    RouterClient.open(new RouterOptions(List.of(cluster.masterAddress()), CALL_TIME, Duration.ZERO));
            exit.defer(client::close);
            ThreadTimeline timeline = new ThreadTimeline();
            exit.defer(timeline::close);
            RouterRun.Surroundings surroundings = new RouterRun.Surroundings(
                    new ClientRouter(client, cluster.namespace()), timeline, Progress.onStderr(trace.size()));
            RouterRun run = new RouterRun(options.settings(), mode.triggers(), engines(cluster), surroundings);
            return run.play(trace).report(mode, figures(cluster));
        }
    }

    private long seconds() {
        return (long)
                Math.ceil(trace.getLast().timestampMillis() / options.settings().speed() / 1e3);
    }

    private static Map<NodeId, ReplayEngine> engines(ClusterProcesses cluster) {
        Map<NodeId, ReplayEngine> engines = new LinkedHashMap<>();
        for (ReplayNode node : cluster.live()) {
            engines.put(cluster.nodeId(node.number()), node.prefill());
        }
        return engines;
    }

    private ClusterOptions cluster(RouterMode mode, ExitStack exit) throws IOException {
        long buffer = mode.bufferBytes(dramBytes);
        Layout layout = options.settings().layout();
        List<String> node = buffer == 0 ? List.of() : List.of("--prefetch-buffer-segment", buffer + "B");
        Optional<Path> logs = options.logs().map(parent -> parent.resolve(mode.word()));
        return new ClusterOptions(
                options.mainClass(),
                options.nodes(),
                layout,
                new PoolPlan(dramBytes - buffer, PoolPlan.granuleFor(layout), false),
                ClusterOptions.USUAL_HEAP,
                options.fabric(),
                options.poolDirectory(),
                logs,
                Optional.empty(),
                new ClusterOptions.Flags(masterFlags(mode), node),
                mode.hasSsd() ? Optional.of(ssd(exit)) : Optional.empty());
    }

    /// A fresh cluster has nothing that its master might not have heard of: no miss has to wait for that.
    private static List<String> masterFlags(RouterMode mode) {
        List<String> flags = new ArrayList<>(List.of("--master-warming-min", "0ms"));
        flags.addAll(mode.masterFlags());
        return flags;
    }

    /// Room for every block of the trace twice on each node: nothing has to go from an SSD.
    private ClusterOptions.SsdPlan ssd(ExitStack exit) throws IOException {
        Path directory = Directories.temporary(options.ssdDirectory(), "forebay-ssd-", exit);
        long room = 2 * blocks * (options.settings().layout().blockBytes() + (8 << 10));
        return new ClusterOptions.SsdPlan(directory, Math.max(64 * MIB, room));
    }

    /// Once no promotion is under way any more, or has been for too long.
    private static TaskFigures figures(ClusterProcesses cluster) throws IOException {
        try (MetricsReader reader = new MetricsReader(PAGE_TIME)) {
            long end = System.nanoTime() + SETTLE_NANOS;
            MetricsPage master = reader.read(cluster.masterPages());
            while (master.sum("promotion_tasks") > 0 && System.nanoTime() < end) {
                LockSupport.parkNanos(LOOK_NANOS);
                master = reader.read(cluster.masterPages());
            }
            MetricsPage nodes = new MetricsPage(List.of());
            for (ReplayNode node : cluster.live()) {
                nodes = nodes.plus(reader.read(cluster.pages(node.number())));
            }
            return TaskFigures.of(master, nodes);
        }
    }
}
