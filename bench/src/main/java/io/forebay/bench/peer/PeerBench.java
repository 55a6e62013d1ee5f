package io.forebay.bench.peer;

import io.forebay.bench.BenchResult;
import io.forebay.bench.Better;
import io.forebay.bench.Contest;
import io.forebay.bench.Measured;
import io.forebay.bench.Progress;
import io.forebay.bench.Rounds;
import io.forebay.bench.limit.CopyLimit;
import io.forebay.bench.limit.SocketLimit;
import io.forebay.bench.limit.UcxLimit;
import io.forebay.bench.process.ChildProcess;
import io.forebay.bench.process.ExitStack;
import io.forebay.bench.process.JavaCommand;
import io.forebay.bench.process.Workshop;
import io.forebay.core.peer.FabricEndpoint;
import io.forebay.fabric.Fabric;
import io.forebay.fabric.FabricPeer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/// The `peer` measurement: one process reads another's pool over each fabric, raw and verified, against a C `memcpy`
/// of the same blocks (`map`), `iperf3` (`tcp`) and `ucx_perftest` (`ucx`). Both pools are touched and every path is
/// warm before anything
/// counts.
public final class PeerBench {
    /// Rows of the report.
    public static final int CONTESTS = 6;

    private static final Duration START_TIME = Duration.ofMinutes(2);
    private static final long CONNECT_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int MOVERS = 2;
    private static final long WARM_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final PeerSettings settings;
    private final Workshop workshop;
    private final ServedBlocks served;
    private final BenchPool pool;
    private final BenchFabrics fabrics;

    private PeerBench(PeerSettings settings, Workshop workshop, ServedBlocks served, BenchPool pool)
            throws IOException {
        this.settings = settings;
        this.workshop = workshop;
        this.served = served;
        this.pool = pool;
        this.fabrics = BenchFabrics.open(pool.pool());
        workshop.exit().defer(fabrics::close);
    }

    /// Runs all contests, each in so many rounds.
    ///
    /// @throws io.forebay.bench.process.MissingProgramException when a limit's program is not installed
    public static List<BenchResult> run(PeerSettings settings, int rounds) throws Exception {
        Rounds.checked(rounds);
        try (ExitStack exit = ExitStack.open()) {
            Workshop workshop = Workshop.open(exit);
            SocketLimit socket = SocketLimit.start(settings.passBytes(), settings.blockBytes(), workshop);
            UcxLimit ucx = UcxLimit.find(settings.passBytes(), settings.inFlight(), workshop);
            ServedBlocks served = startServer(settings, workshop);
            BenchPool pool = BenchPool.create(settings, "reading");
            exit.defer(pool::close);
            PeerBench bench = new PeerBench(settings, workshop, served, pool);
            Progress progress = Progress.onStderr((long) CONTESTS * Rounds.stepsPerContest(rounds));
            List<BenchResult> results = bench.contests(socket, ucx, new Rounds(rounds, progress));
            progress.end();
            return results;
        }
    }

    private static ServedBlocks startServer(PeerSettings settings, Workshop workshop) throws IOException {
        Path description = workshop.directory().resolve("served.json");
        List<String> arguments = List.of(
                Long.toString(settings.blockBytes()),
                Long.toString(settings.passBytes()),
                settings.poolDirectory().toString(),
                description.toString());
        ChildProcess server = ChildProcess.start(
                "peer", JavaCommand.of(PeerServer.class.getName(), "512m", arguments), workshop.exit());
        server.nextLine(START_TIME);
        return ServedBlocks.read(description);
    }

    private List<BenchResult> contests(SocketLimit socket, UcxLimit perftest, Rounds rounds) throws Exception {
        CopyLimit copy = CopyLimit.start(
                new CopyLimit.FileRange(Path.of(served.poolFile()), served.dataOffsetBytes()),
                new CopyLimit.FileRange(pool.pool().path(), pool.dataOffsetBytes()),
                settings.passBytes(),
                settings.slotBytes(),
                workshop);
        BlockReads map = reads(fabrics.map());
        BlockReads tcp = reads(fabrics.tcp());
        BlockReads ucx = reads(fabrics.ucx());
        Measured ucxLimit = () -> perftest.gigabytesPerSecond(settings.blockBytes());
        try (ExecutorService movers = Executors.newFixedThreadPool(MOVERS)) {
            List<BenchResult> results = new ArrayList<>();
            results.add(rounds.run(contest("map", map::raw, copy::gigabytesPerSecond)));
            results.add(rounds.run(contest("tcp", tcp::raw, socket::gigabytesPerSecond)));
            results.add(rounds.run(contest("ucx", ucx::raw, ucxLimit)));
            results.add(rounds.run(contest("map-verified", () -> map.verified(movers), copy::gigabytesPerSecond)));
            results.add(rounds.run(contest("tcp-verified", () -> tcp.verified(movers), socket::gigabytesPerSecond)));
            results.add(rounds.run(contest("ucx-verified", () -> ucx.verified(movers), ucxLimit)));
            return results;
        }
    }

    /// Reads over `fabric`, after passes that have brought every byte and let both processes compile their paths.
    private BlockReads reads(Fabric fabric) throws IOException {
        FabricEndpoint endpoint = served.endpoint(fabric.name());
        FabricPeer peer = fabric.connect(endpoint, CONNECT_NANOS);
        workshop.exit().defer(peer::close);
        BlockReads reads = new BlockReads(peer, endpoint.regions().getFirst().id(), served.blocks(), pool, settings);
        reads.wipe();
        long start = System.nanoTime();
        do {
            reads.raw();
        } while (System.nanoTime() - start < WARM_NANOS);
        reads.requireAllThere();
        return reads;
    }

    private static Contest contest(String name, Measured ours, Measured limit) {
        return new Contest(name, "GB/s", Better.HIGHER, ours, limit);
    }
}
