package io.forebay.server.node;

import io.forebay.node.Node;
import io.forebay.node.NodeStats;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/// A node's figures for whoever scrapes: asked of the node's loop once for all metrics of a scrape, and kept while
/// the loop is too busy to answer. Safe from any thread.
final class StatsReader implements Supplier<NodeStats> {
    private static final long WAIT_MILLIS = 500;
    private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final NodeStats NONE =
            new NodeStats(Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), List.of());

    private final Node node;
    private volatile Reading last = new Reading(NONE, System.nanoTime() - FRESH_NANOS);

    private record Reading(NodeStats stats, long atNanos) {}

    StatsReader(Node node) {
        this.node = node;
    }

    @Override
    public NodeStats get() {
        Reading reading = last;
        if (System.nanoTime() - reading.atNanos < FRESH_NANOS) {
            return reading.stats;
        }
        CompletableFuture<NodeStats> asked = new CompletableFuture<>();
        node.stats(asked::complete);
        NodeStats stats = reading.stats;
        try {
            stats = asked.get(WAIT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException busy) {
            stats = reading.stats;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        last = new Reading(stats, System.nanoTime());
        return stats;
    }
}
