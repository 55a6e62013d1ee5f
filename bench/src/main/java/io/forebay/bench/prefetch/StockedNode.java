package io.forebay.bench.prefetch;

import io.forebay.bench.cluster.ClusterOptions;
import io.forebay.bench.cluster.ClusterProcesses;
import io.forebay.bench.cluster.PoolPlan;
import io.forebay.bench.process.ExitStack;
import io.forebay.bench.replay.BlockBytes;
import io.forebay.client.EngineClient;
import io.forebay.client.EngineOptions;
import io.forebay.client.RouterClient;
import io.forebay.client.RouterOptions;
import io.forebay.client.TriggerReport;
import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.LookupReply;
import io.forebay.core.catalogue.LookupReply.BlockTiers;
import io.forebay.core.events.WatchEvents;
import io.forebay.core.handoff.HandoffLevel;
import io.forebay.core.handoff.HandoffScope;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.layout.Layout;
import io.forebay.core.tier.Tier;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/// A master and one node, as processes, whose SSD has blocks of 1 MiB to be measured and small ones that warm it, and a
/// router that triggers them. One thread.
final class StockedNode {
    static final int BLOCK_BYTES = 1 << 20;
    private static final Layout LAYOUT = new KvLayout(1, 1, BLOCK_BYTES / 2, 1);
    private static final int SMALL_BYTES = 8 << 10;
    private static final Layout SMALL = new KvLayout(1, 1, SMALL_BYTES / 2, 1);
    private static final int SMALL_QUEUE = 2_000;
    private static final int FIRST_SMALL = 1_000_000;
    private static final long POOL_BYTES = 128L << 20;
    private static final int SAVE_BATCH = 32;
    private static final int SAVE_TRIES = 20;
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Duration NEED_IN = Duration.ofSeconds(60);
    /// Between two looks.
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final ClusterProcesses cluster;
    private final RouterClient router;
    private final int blocks;
    private final int small;
    private final Arrivals arrivals = new Arrivals();
    private int taken;

    private StockedNode(ClusterProcesses cluster, RouterClient router, int blocks, int small) {
        this.cluster = cluster;
        this.router = router;
        this.blocks = blocks;
        this.small = small;
    }

    /// Starts it, and fills its SSD with so many blocks; its buffer has room for all of them, and none of them is in
    /// memory.
    static StockedNode start(PrefetchBenchSettings settings, Path ssd, int blocks, int workers, ExitStack exit)
            throws IOException {
        ClusterOptions options = new ClusterOptions(
                settings.mainClass(),
                1,
                LAYOUT,
                new PoolPlan(POOL_BYTES, SMALL_BYTES / 2, true),
                ClusterOptions.USUAL_HEAP,
                "tcp",
                settings.poolDirectory(),
                Optional.empty(),
                Optional.empty(),
                flags(ssd, blocks, (long) settings.warming() * SMALL_BYTES, workers));
        ClusterProcesses cluster = ClusterProcesses.start(options, exit);
        RouterClient router =
                RouterClient.open(new RouterOptions(List.of(cluster.masterAddress()), DEADLINE, Duration.ZERO));
        exit.defer(router::close);
        StockedNode node = new StockedNode(cluster, router, blocks, settings.warming());
        node.fill(LAYOUT, 0, blocks, exit);
        node.fill(SMALL, FIRST_SMALL, FIRST_SMALL + node.small, exit);
        node.empty();
        router.events(WatchEvents.now(), node.arrivals);
        node.arrivals.awaitListening(DEADLINE.toNanos());
        node.warm();
        return node;
    }

    private static ClusterOptions.Flags flags(Path ssd, int blocks, long small, int workers) {
        long room = 2L * blocks * BLOCK_BYTES + 4 * small + (2L << 30);
        return new ClusterOptions.Flags(
                List.of("--enable-prefetch-trigger", "true", "--master-warming-min", "0ms"),
                List.of(
                        "--ssd-directories",
                        ssd.toString(),
                        "--ssd-size",
                        room + "B",
                        "--prefetch-buffer-segment",
                        (blocks + 8L) * BLOCK_BYTES + small + "B",
                        "--promotion-workers",
                        String.valueOf(workers),
                        "--heartbeat-interval",
                        "100ms"));
    }

    private void fill(Layout layout, int first, int end, ExitStack exit) throws IOException {
        InstanceId instance =
                new InstanceId("fill-" + first + "-" + ProcessHandle.current().pid());
        EngineClient engine = EngineClient.open(EngineOptions.of(cluster.control(1), instance, layout, "replay"));
        exit.defer(engine::close);
        if (!engine.awaitConnected(DEADLINE)) {
            throw new IOException("the node does not answer");
        }
        for (int from = first; from < end; from += SAVE_BATCH) {
            int tries = 1;
            List<BlockHash> batch = hashes(from, Math.min(end, from + SAVE_BATCH));
            while (!isWritten(engine, batch, from, "fill-" + from + "-" + tries)) {
                if (tries++ == SAVE_TRIES) {
                    throw new IOException("blocks from " + from + " on were not written to the SSD");
                }
            }
        }
    }

    /// Saves some blocks, and waits; a write may be refused while the SSD's queue is full.
    private static boolean isWritten(EngineClient engine, List<BlockHash> batch, int from, String request) {
        engine.save(request, batch, (block, slot, bytes) -> BlockBytes.write(from + block, slot, bytes));
        return engine.awaitHandoff(new HandoffScope.OfRequest(request), HandoffLevel.ON_SSD, DEADLINE, false)
                .isComplete();
    }

    /// The next blocks that were not taken yet.
    List<BlockHash> fresh(int count) {
        taken += count;
        return hashes(taken - count, taken);
    }

    private static List<BlockHash> hashes(int from, int to) {
        return IntStream.range(from, to).mapToObj(BlockBytes::hash).toList();
    }

    /// The node starts again, and has its blocks on its SSD alone.
    private void empty() throws IOException {
        cluster.killNode(1);
        cluster.startAgain();
        await(hashes(0, blocks), tiers -> has(tiers, Tier.LOCAL_DISK) && !has(tiers, Tier.MEMORY));
        // The master knows that the node can prefetch, and what a block's size is, with its first heartbeat.
        await(hashes(0, 1), tiers -> tiers.sizeBytes() > 0);
    }

    private static boolean has(BlockTiers tiers, Tier tier) {
        return tiers.replicas().stream().anyMatch(replica -> replica.tier() == tier);
    }

    /// Everything that a block's way takes has run often: for one at a time, and for many.
    private void warm() throws IOException {
        int ones = FIRST_SMALL + Math.min(SMALL_QUEUE, small / 2);
        for (int i = FIRST_SMALL; i < ones; i++) {
            millis(SMALL, hashes(i, i + 1));
        }
        int end = FIRST_SMALL + small;
        for (int from = ones; from < end; from += SMALL_QUEUE) {
            millis(SMALL, hashes(from, Math.min(end, from + SMALL_QUEUE)));
        }
    }

    /// Milliseconds from a trigger of these blocks until all are in memory, as the master's events tell a router.
    double millis(List<BlockHash> hashes) throws IOException {
        return millis(LAYOUT, hashes);
    }

    private double millis(Layout layout, List<BlockHash> hashes) throws IOException {
        Namespace namespace = new Namespace(cluster.namespace().model(), "", layout.fingerprint());
        long before = System.nanoTime();
        Answer<TriggerReport> answer = router.prefetch(namespace, hashes, "bench", NEED_IN);
        if (!(answer instanceof Answer.Ok<TriggerReport>(TriggerReport.Decided decided))) {
            throw new IOException("the trigger was not heard: " + answer);
        }
        arrivals.await(hashes, DEADLINE.toNanos());
        return (System.nanoTime() - before) / 1e6;
    }

    /// Looks again for those that were not there at the last look.
    private void await(List<BlockHash> hashes, Predicate<BlockTiers> holds) throws IOException {
        long end = System.nanoTime() + DEADLINE.toNanos();
        List<BlockHash> missing = hashes;
        while (true) {
            Answer<LookupReply> answer = router.lookup(cluster.namespace(), missing);
            if (answer instanceof Answer.Ok<LookupReply>(LookupReply reply)) {
                missing = without(missing, reply.blocks(), holds);
            }
            if (missing.isEmpty()) {
                return;
            }
            if (System.nanoTime() > end) {
                throw new IOException(missing.size() + " blocks are not where they should be: " + answer);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    private static List<BlockHash> without(
            List<BlockHash> hashes, List<BlockTiers> tiers, Predicate<BlockTiers> holds) {
        return IntStream.range(0, hashes.size())
                .filter(i -> !holds.test(tiers.get(i)))
                .mapToObj(hashes::get)
                .toList();
    }
}
