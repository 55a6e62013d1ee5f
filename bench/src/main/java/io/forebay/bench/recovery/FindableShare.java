package io.forebay.bench.recovery;

import io.forebay.bench.cluster.ClusterProcesses;
import io.forebay.bench.process.ExitStack;
import io.forebay.bench.replay.BlockBytes;
import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.catalogue.PrefixQuery;
import io.forebay.core.catalogue.PrefixReply;
import io.forebay.wire.ChannelSettings;
import io.forebay.wire.MasterChannel;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.LongStream;

/// Asks the master where a sample of the blocks is: of each node's blocks a thousand, evenly spread in the order in
/// which they were saved. A query finds a prefix of the sample and stops at the first block without an owner, so the
/// share is never said to be larger than it is. One thread.
final class FindableShare {
    private static final int SAMPLE = 1_000;
    private static final Duration WITHIN = Duration.ofSeconds(60);
    private static final long CALL_NANOS = TimeUnit.SECONDS.toNanos(2);
    /// Between two looks: the master has better things to do.
    private static final long PAUSE_MILLIS = 20;

    private final MasterChannel master;
    private final List<PrefixQuery> samples;

    private FindableShare(MasterChannel master, List<PrefixQuery> samples) {
        this.master = master;
        this.samples = samples;
    }

    static FindableShare of(ClusterProcesses cluster, long blocks, ExitStack exit) {
        MasterChannel master = MasterChannel.connect(cluster.masterAddress(), ChannelSettings.defaults());
        exit.defer(master::close);
        List<PrefixQuery> samples = new ArrayList<>();
        int nodes = cluster.live().size();
        for (int node = 0; node < nodes; node++) {
            long first = FilledNodes.end(node - 1, nodes, blocks);
            long count = FilledNodes.end(node, nodes, blocks) - first;
            List<BlockHash> sample = LongStream.range(0, SAMPLE)
                    .mapToObj(index -> BlockBytes.hash(first + (index + 1) * count / SAMPLE - 1))
                    .toList();
            samples.add(new PrefixQuery(cluster.namespace(), sample));
        }
        return new FindableShare(master, samples);
    }

    /// Waits until the share is reached.
    void await(double share) throws IOException, InterruptedException {
        long end = System.nanoTime() + WITHIN.toNanos();
        double seen = 0;
        while (System.nanoTime() < end) {
            seen = now();
            if (seen >= share) {
                return;
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        throw new IOException(
                "only %.1f %% of the blocks can be found after %d s".formatted(100 * seen, WITHIN.toSeconds()));
    }

    private double now() throws InterruptedException {
        int found = 0;
        for (PrefixQuery sample : samples) {
            found += found(sample);
        }
        return (double) found / (samples.size() * SAMPLE);
    }

    /// None while the master does not answer.
    private int found(PrefixQuery sample) throws InterruptedException {
        CompletableFuture<Answer<PrefixReply>> answered = new CompletableFuture<>();
        master.queryPrefix(sample, CALL_NANOS, answered::complete);
        try {
            return switch (answered.get(2 * CALL_NANOS, TimeUnit.NANOSECONDS)) {
                case Answer.Ok<PrefixReply>(PrefixReply reply) ->
                    reply.runs().stream().mapToInt(run -> run.end()).max().orElse(0);
                case Answer.Refused<PrefixReply> refused ->
                    throw new IllegalStateException("the sample was refused: " + refused);
                case Answer.Failed<PrefixReply> failed -> 0;
            };
        } catch (ExecutionException | TimeoutException e) {
            return 0;
        }
    }
}
