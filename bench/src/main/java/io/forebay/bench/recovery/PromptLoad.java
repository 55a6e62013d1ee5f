package io.forebay.bench.recovery;

import io.forebay.bench.cluster.ClusterProcesses;
import io.forebay.bench.replay.BlockBytes;
import io.forebay.bench.replay.ReplayEngine;
import io.forebay.bench.replay.ReplayNode;
import io.forebay.core.block.BlockHash;
import io.forebay.core.fetch.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

/// Prompts that nodes 1 and 2 both own and that node 3 reads once each. Steered by one thread.
final class PromptLoad {
    /// Blocks of a prompt.
    static final int BLOCKS = 16;

    private static final int OWNERS = 2;
    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final long READ_SECONDS = 120;

    private final ClusterProcesses cluster;
    private final int prompts;
    private final ExecutorService threads;
    private long firstPrompt;
    private long nextPrompt;

    /// @param prompts saved and read at a time
    PromptLoad(ClusterProcesses cluster, int prompts, ExecutorService threads) {
        this.cluster = cluster;
        this.prompts = prompts;
        this.threads = threads;
    }

    /// Saves the next prompts on both owners; returns when the master knows of all of them.
    void save() throws IOException {
        firstPrompt = nextPrompt;
        nextPrompt += prompts;
        List<BlockHash> hashes = LongStream.range(firstPrompt * BLOCKS, nextPrompt * BLOCKS)
                .mapToObj(BlockBytes::hash)
                .toList();
        String request = "save-" + firstPrompt;
        for (ReplayNode owner : cluster.live().subList(0, OWNERS)) {
            owner.prefill()
                    .save(
                            request,
                            hashes,
                            (block, slot, bytes) -> BlockBytes.write(firstPrompt * BLOCKS + block, slot, bytes));
            if (!owner.prefill().awaitHandoff(hashes, DEADLINE).isComplete()) {
                throw new IOException("node " + owner.number() + " could not register its prompts");
            }
        }
    }

    /// Starts to read what was saved last, so many queries at a time.
    Reading read(int readers) {
        return new Reading(cluster.live().getLast().decode(), firstPrompt, readers);
    }

    /// One reading of all prompts.
    final class Reading {
        private final ReplayEngine engine;
        private final long first;
        private final AtomicInteger begun = new AtomicInteger();
        private final TimedCalls calls = new TimedCalls();
        private final List<Future<?>> running = new ArrayList<>();

        private Reading(ReplayEngine engine, long first, int readers) {
            this.engine = engine;
            this.first = first;
            for (int reader = 0; reader < readers; reader++) {
                running.add(threads.submit(() -> {
                    readOn();
                    return true;
                }));
            }
        }

        private void readOn() throws IOException {
            for (int index = begun.getAndIncrement(); index < prompts; index = begun.getAndIncrement()) {
                long prompt = first + index;
                List<BlockHash> hashes = LongStream.range(prompt * BLOCKS, (prompt + 1) * BLOCKS)
                        .mapToObj(BlockBytes::hash)
                        .toList();
                long began = System.nanoTime();
                try (ReplayEngine.Found found = engine.query("read-" + prompt, hashes, DEADLINE)) {
                    calls.add(began, System.nanoTime());
                    if (!found.outcomes().stream().allMatch(Outcome::isHit)) {
                        throw new IOException("prompt " + prompt + " came as " + found.outcomes());
                    }
                }
            }
        }

        /// Waits until the share of the prompts has been asked for.
        void awaitShare(double share) throws IOException {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(READ_SECONDS);
            while (begun.get() < share * prompts) {
                if (System.nanoTime() > end) {
                    throw new IOException("the reading does not get on");
                }
                Thread.onSpinWait();
            }
        }

        /// Waits for the end; every query with its times.
        TimedCalls await() throws IOException {
            try {
                for (Future<?> each : running) {
                    each.get(READ_SECONDS, TimeUnit.SECONDS);
                }
                return calls;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while reading", e);
            } catch (ExecutionException | TimeoutException e) {
                throw new IOException("a reading failed: " + e.getMessage(), e);
            }
        }
    }
}
