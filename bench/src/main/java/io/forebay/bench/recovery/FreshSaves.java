package io.forebay.bench.recovery;

import io.forebay.bench.cluster.ClusterProcesses;
import io.forebay.bench.process.ExitStack;
import io.forebay.bench.replay.BlockBytes;
import io.forebay.bench.replay.ReplayEngine;
import io.forebay.core.block.BlockHash;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// New blocks, one after the other on each node, each with its barrier. Started and stopped by one thread.
final class FreshSaves {
    private static final Duration BARRIER = Duration.ofSeconds(30);
    private static final Duration WITHIN = Duration.ofSeconds(30);
    /// Saves of each node that a percentile needs at least.
    static final int ENOUGH = 50;

    private static final long PAUSE_MILLIS = 20;
    private static final long FIRST_ID = 1L << 40;

    private final List<ReplayEngine> engines;
    private final ExecutorService threads;
    private final AtomicLong nextId = new AtomicLong(FIRST_ID);

    FreshSaves(ClusterProcesses cluster, ExitStack exit) {
        engines = cluster.live().stream().map(node -> node.prefill()).toList();
        threads = Executors.newFixedThreadPool(engines.size());
        exit.defer(threads::shutdownNow);
    }

    /// Starts to save, until [Running#stop].
    Running start() {
        return new Running();
    }

    /// One run of saves on every node.
    final class Running {
        private final List<TimedCalls> ofNodes = new ArrayList<>();
        private volatile boolean stopped;

        private Running() {
            for (ReplayEngine engine : engines) {
                TimedCalls calls = new TimedCalls();
                ofNodes.add(calls);
                threads.execute(() -> saveOn(engine, calls));
            }
        }

        private void saveOn(ReplayEngine engine, TimedCalls calls) {
            while (!stopped) {
                long id = nextId.getAndIncrement();
                List<BlockHash> block = List.of(BlockBytes.hash(id));
                long began = System.nanoTime();
                engine.save("fresh-" + id, block, (index, slot, bytes) -> {});
                if (engine.awaitHandoff(block, BARRIER).isComplete()) {
                    calls.add(began, System.nanoTime());
                }
            }
        }

        /// Lets the saves that are under way end, and begins no more.
        void stop() {
            stopped = true;
        }

        /// Milliseconds of the saves since then, on each node from the first one on that ended since then.
        List<Double> millis(long from) {
            return ofNodes.stream()
                    .flatMap(calls -> since(calls, from).stream())
                    .toList();
        }

        private static List<Double> since(TimedCalls calls, long from) {
            long first = calls.firstEnd(from);
            return calls.millis(call -> call.beganNanos() >= first);
        }

        /// Waits until [#millis] has some of each node.
        void awaitEnough(long from) throws IOException, InterruptedException {
            long end = System.nanoTime() + WITHIN.toNanos();
            while (!ofNodes.stream().allMatch(calls -> since(calls, from).size() >= ENOUGH)) {
                if (System.nanoTime() > end) {
                    throw new IOException("no fresh saves come through");
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        }
    }

    /// Saves for a second at least, beside nothing else.
    List<Double> alone() throws IOException, InterruptedException {
        Running running = start();
        long from = System.nanoTime();
        try {
            TimeUnit.SECONDS.sleep(1);
            running.awaitEnough(from);
            return running.millis(from);
        } finally {
            running.stop();
        }
    }
}
