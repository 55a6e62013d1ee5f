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

/// A node's figures for whoever looks: asked of the node's loop each time, and the last ones while the loop is too busy
/// to answer. Safe from any thread.
final class StatsReader implements Supplier<NodeStats> {
    private static final long WAIT_MILLIS = 500;
    private static final NodeStats NONE =
            new NodeStats(Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), List.of());

    private final Node node;
    private volatile NodeStats last = NONE;

    StatsReader(Node node) {
        this.node = node;
    }

    @Override
    public NodeStats get() {
        CompletableFuture<NodeStats> asked = new CompletableFuture<>();
        node.stats(asked::complete);
        try {
            last = asked.get(WAIT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException busy) {
            return last;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return last;
    }
}
