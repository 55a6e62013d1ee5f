package io.forebay.bench.query;

import io.forebay.bench.BenchResult;
import io.forebay.bench.Better;
import io.forebay.bench.Contest;
import io.forebay.bench.Measured;
import io.forebay.bench.Progress;
import io.forebay.bench.Rounds;
import io.forebay.bench.process.ChildProcess;
import io.forebay.bench.process.Directories;
import io.forebay.bench.process.ExitStack;
import io.forebay.bench.replay.BlockBytes;
import io.forebay.client.EngineClient;
import io.forebay.client.EngineOptions;
import io.forebay.client.Loaded;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockHash;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.layout.Layout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;

/// The `python` measurement: the longest prefix of a chain that is all resident, found and leased in one call by the
/// Python client, against the same call of the Java client, at one node. Once up to the answer with its lease, and once
/// with the place of every slot and a look at its generation on top. The release comes after, outside of the time.
public final class PythonQueryBench {
    /// Rows of the report.
    public static final int CONTESTS = 2;

    private static final int GRANULE_BYTES = 4096;
    /// The worker has the same one.
    private static final Layout LAYOUT = new KvLayout(4, 1, GRANULE_BYTES / 2, 64);
    /// A node lets leases hold three quarters of its pool.
    private static final double POOL_SHARE = 0.7;

    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final int SAVE_BATCH = 4_096;
    private static final int WARM_PASSES = 40;
    private static final int PASSES = 5;

    private final EngineClient client;
    private final ChildProcess worker;
    private final List<BlockHash> hashes;
    private int requests;

    /// Where the Python side is.
    ///
    /// @param python the interpreter; it needs grpc and protobuf
    /// @param sources the directory `python` of a checkout, its message modules made
    public record Python(Path python, Path sources) {
        Path worker() throws IOException {
            Path script = sources.resolve("bench").resolve("query_worker.py").toAbsolutePath();
            if (!Files.exists(script)) {
                throw new IOException("there is no " + script + "; run it in a checkout, or name its directory python");
            }
            return script;
        }
    }

    private PythonQueryBench(EngineClient client, ChildProcess worker, List<BlockHash> hashes) {
        this.client = client;
        this.worker = worker;
        this.hashes = hashes;
    }

    /// Runs both contests.
    ///
    /// @param blocks resident, all asked for by each query
    /// @param poolDirectory under which the node's pool lies
    public static List<BenchResult> run(Python python, int blocks, Path poolDirectory, int rounds) throws Exception {
        Rounds.checked(rounds);
        InvalidInput.unless(
                blocks >= 1 && blocks <= Limits.MAX_KEYS,
                "blocks",
                "is " + blocks + "; it must be from 1 to " + Limits.MAX_KEYS);
        List<BlockHash> hashes =
                LongStream.range(0, blocks).mapToObj(BlockBytes::hash).toList();
        try (ExitStack exit = ExitStack.open()) {
            long poolBytes = (long) (blocks * LAYOUT.blockBytes() / POOL_SHARE) + GRANULE_BYTES;
            LoneNode node = LoneNode.start(poolDirectory, poolBytes, GRANULE_BYTES, exit);
            EngineClient client =
                    EngineClient.open(EngineOptions.of(node.address(), new InstanceId("bench-java"), LAYOUT, "bench"));
            exit.defer(client::close);
            fill(client, hashes);
            ChildProcess worker = worker(python, node.address(), hashes, exit);
            Progress progress = Progress.onStderr((long) CONTESTS * Rounds.stepsPerContest(rounds));
            List<BenchResult> results =
                    new PythonQueryBench(client, worker, hashes).contests(new Rounds(rounds, progress));
            progress.end();
            return results;
        }
    }

    private static void fill(EngineClient client, List<BlockHash> hashes) throws IOException {
        if (!client.awaitConnected(DEADLINE)) {
            throw new IOException("the node does not answer its engine");
        }
        for (int from = 0; from < hashes.size(); from += SAVE_BATCH) {
            List<BlockHash> batch = hashes.subList(from, Math.min(hashes.size(), from + SAVE_BATCH));
            int written = client.save("fill-" + from, batch, (block, slot, bytes) -> {})
                    .written();
            if (written != batch.size()) {
                throw new IOException("only " + written + " of " + batch.size() + " blocks could be saved");
            }
        }
    }

    private static ChildProcess worker(Python python, String address, List<BlockHash> hashes, ExitStack exit)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (BlockHash hash : hashes) {
            bytes.writeBytes(hash.bytes());
        }
        Path directory = Directories.temporary(Path.of(System.getProperty("java.io.tmpdir")), "forebay-bench-", exit);
        Path file = Files.write(directory.resolve("hashes"), bytes.toByteArray());
        List<String> command =
                List.of(python.python().toString(), "-B", python.worker().toString(), address, file.toString());
        ChildProcess worker = ChildProcess.start("the Python engine", command, exit);
        String said = worker.nextLine(DEADLINE);
        if (!said.equals("ready")) {
            throw new IOException("the Python engine said: " + said);
        }
        return worker;
    }

    private List<BenchResult> contests(Rounds rounds) throws Exception {
        Contest query = contest("query-lease", "query", false);
        Contest places = contest("query-lease-places", "places", true);
        for (int pass = 0; pass < WARM_PASSES; pass += PASSES) {
            query.ours().measure();
            query.limit().measure();
            places.limit().measure();
        }
        return List.of(rounds.run(query), rounds.run(places));
    }

    private Contest contest(String name, String line, boolean places) {
        Measured python = passes(() -> Double.parseDouble(worker.ask(line, DEADLINE)));
        return new Contest(name, "ms", Better.LOWER, python, passes(() -> java(places)));
    }

    /// The mean of some passes, in milliseconds.
    private static Measured passes(Measured nanosOfOne) {
        return () -> {
            double nanos = 0;
            for (int pass = 0; pass < PASSES; pass++) {
                nanos += nanosOfOne.measure();
            }
            return nanos / PASSES / 1e6;
        };
    }

    private double java(boolean places) throws IOException {
        long start = System.nanoTime();
        try (Loaded loaded = client.query("java-" + requests++, hashes, DEADLINE)) {
            long seen = places ? 0 : loaded.hits();
            for (int block = 0; places && block < loaded.hits(); block++) {
                seen += loaded.isCurrent(block) ? 1 : 0;
            }
            long nanos = System.nanoTime() - start;
            if (seen != hashes.size()) {
                throw new IOException(seen + " of " + hashes.size() + " blocks were found");
            }
            return nanos;
        }
    }
}
