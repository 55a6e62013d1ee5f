package io.forebay.bench.query;

import io.forebay.bench.BenchResult;
import io.forebay.bench.Better;
import io.forebay.bench.Contest;
import io.forebay.bench.Measured;
import io.forebay.bench.Progress;
import io.forebay.bench.Rounds;
import io.forebay.bench.process.ExitStack;
import io.forebay.bench.replay.BlockBytes;
import io.forebay.client.EngineClient;
import io.forebay.client.EngineOptions;
import io.forebay.client.Loaded;
import io.forebay.core.answer.Answer;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.Query;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.layout.Layout;
import io.forebay.core.lease.LeaseId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/// The `query` measurement: the longest prefix of a chain that is all resident, found and leased, against a bare walk
/// of
/// a hash map with the same keys. Inside the node, from the call to the answer with its lease; and through the RPC,
/// with
/// every descriptor in the engine's hands. The release comes after, outside of the time.
public final class QueryBench {
    /// Rows of the report.
    public static final int CONTESTS = 2;

    private static final int GRANULE_BYTES = 4096;
    private static final Layout LAYOUT = new KvLayout(4, 1, GRANULE_BYTES / 2, 64);
    /// A node lets leases hold three quarters of its pool.
    private static final double POOL_SHARE = 0.7;

    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final int SAVE_BATCH = 4_096;
    private static final int WARM_PASSES = 40;
    private static final int PASSES = 5;

    private final LoneNode node;
    private final EngineClient client;
    private final InstanceId instance;
    private final List<BlockHash> hashes;
    private final Map<BlockHash, Long> bare = new HashMap<>();
    private int requests;

    private QueryBench(LoneNode node, int blocks, ExitStack exit) throws IOException {
        this.node = node;
        this.instance = new InstanceId("bench-" + ProcessHandle.current().pid());
        this.client = EngineClient.open(EngineOptions.of(node.address(), instance, LAYOUT, "bench"));
        exit.defer(client::close);
        if (!client.awaitConnected(DEADLINE)) {
            throw new IOException("the node does not answer its engine");
        }
        // What is asked for are equal hashes, never the very objects that the node and the map keep.
        hashes = hashes(blocks);
        List<BlockHash> kept = hashes(blocks);
        for (int block = 0; block < blocks; block++) {
            bare.put(kept.get(block), (long) block);
        }
    }

    private static List<BlockHash> hashes(int blocks) {
        return LongStream.range(0, blocks).mapToObj(BlockBytes::hash).toList();
    }

    /// Runs both contests.
    ///
    /// @param blocks resident, all asked for by each query
    /// @param poolDirectory under which the node's pool lies
    public static List<BenchResult> run(int blocks, Path poolDirectory, int rounds) throws Exception {
        Rounds.checked(rounds);
        InvalidInput.unless(
                blocks >= 1 && blocks <= Limits.MAX_KEYS,
                "blocks",
                "is " + blocks + "; it must be from 1 to " + Limits.MAX_KEYS);
        try (ExitStack exit = ExitStack.open()) {
            long poolBytes = (long) (blocks * LAYOUT.blockBytes() / POOL_SHARE) + GRANULE_BYTES;
            LoneNode node = LoneNode.start(poolDirectory, poolBytes, GRANULE_BYTES, exit);
            QueryBench bench = new QueryBench(node, blocks, exit);
            bench.fill();
            Progress progress = Progress.onStderr((long) CONTESTS * Rounds.stepsPerContest(rounds));
            List<BenchResult> results = bench.contests(new Rounds(rounds, progress));
            progress.end();
            return results;
        }
    }

    private void fill() throws IOException {
        for (int from = 0; from < hashes.size(); from += SAVE_BATCH) {
            List<BlockHash> batch = hashes.subList(from, Math.min(hashes.size(), from + SAVE_BATCH));
            int written = client.save("fill-" + from, batch, (block, slot, bytes) -> {})
                    .written();
            if (written != batch.size()) {
                throw new IOException("only " + written + " of " + batch.size() + " blocks could be saved");
            }
        }
    }

    private List<BenchResult> contests(Rounds rounds) throws Exception {
        Measured limit = passes(this::walk);
        Measured inside = passes(this::queryInside);
        Measured rpc = passes(this::queryThroughRpc);
        for (int pass = 0; pass < WARM_PASSES; pass += PASSES) {
            limit.measure();
            inside.measure();
            rpc.measure();
        }
        return List.of(
                rounds.run(new Contest("query-inside", "ms", Better.LOWER, inside, limit)),
                rounds.run(new Contest("query-rpc", "ms", Better.LOWER, rpc, limit)));
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

    private double walk() throws IOException {
        long start = System.nanoTime();
        long found = 0;
        for (BlockHash hash : hashes) {
            if (bare.get(hash) == null) {
                break;
            }
            found++;
        }
        long nanos = System.nanoTime() - start;
        requireAll(found);
        return nanos;
    }

    private double queryInside() throws Exception {
        long deadlineNanos = DEADLINE.toNanos();
        Query query =
                new Query(instance, node.pool().nonce(), "inside-" + requests++, hashes, deadlineNanos, deadlineNanos);
        CompletableFuture<Answer<QueryReply>> answered = new CompletableFuture<>();
        long start = System.nanoTime();
        node.node().query(query, answered::complete);
        Answer<QueryReply> answer = answered.get(deadlineNanos, TimeUnit.NANOSECONDS);
        long nanos = System.nanoTime() - start;
        if (answer instanceof Answer.Ok<QueryReply>(QueryReply.Ready ready)) {
            requireAll(ready.blocks().size());
            LeaseId lease = Objects.requireNonNull(ready.lease(), "hits come with a lease");
            CompletableFuture<Object> released = new CompletableFuture<>();
            node.node().release(instance, lease, released::complete);
            released.get(deadlineNanos, TimeUnit.NANOSECONDS);
            return nanos;
        }
        throw new IOException("the query ended with " + answer);
    }

    private double queryThroughRpc() throws IOException {
        long start = System.nanoTime();
        try (Loaded loaded = client.query("rpc-" + requests++, hashes, DEADLINE)) {
            long nanos = System.nanoTime() - start;
            requireAll(loaded.hits());
            return nanos;
        }
    }

    private void requireAll(long found) throws IOException {
        if (found != hashes.size()) {
            throw new IOException(found + " of " + hashes.size() + " blocks were found");
        }
    }
}
