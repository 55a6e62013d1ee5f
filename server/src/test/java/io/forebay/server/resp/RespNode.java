package io.forebay.server.resp;

import io.forebay.server.node.EmbeddedNode;
import io.forebay.server.settings.BadConfiguration;
import io.forebay.server.settings.NodeConfig;
import io.forebay.server.settings.Role;
import io.forebay.server.settings.SettingsReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// A real node with a RESP gateway; its master is away, which no client notices.
final class RespNode implements AutoCloseable {
    private static final long DEADLINE_NANOS = 20_000_000_000L;
    private static final long LOOK_NANOS = 5_000_000L;

    private final EmbeddedNode node;

    private RespNode(EmbeddedNode node) {
        this.node = node;
    }

    /// @param more settings beside those that every test has
    static RespNode start(Path folder, Map<String, String> more) throws Exception {
        return new RespNode(EmbeddedNode.start(config(folder, more)));
    }

    private static NodeConfig config(Path folder, Map<String, String> more) throws IOException, BadConfiguration {
        Path own = Files.createDirectories(folder.resolve("node")).toAbsolutePath();
        Map<String, String> flags = new HashMap<>(Map.of(
                "node.id", "node",
                "master.address", "127.0.0.1:1",
                "state.directory", own.toString(),
                "pool.directory", own.toString(),
                "pool.size", "32MiB",
                "resp.port", "0",
                "resp.flush", "true"));
        List.of("control.port", "data.port", "http.port").forEach(port -> flags.put(port, "0"));
        flags.putAll(more);
        return NodeConfig.of(SettingsReader.read(Role.NODE, Map.of(), Optional.empty(), Map.of(), flags));
    }

    int port() {
        return node.respPort();
    }

    long usedBytes() {
        return gauge("pool_used_bytes");
    }

    long gauge(String name) {
        return node.stats().gauges().getOrDefault(name, -1L);
    }

    long count(String name) {
        return node.stats().counts().getOrDefault(name, -1L);
    }

    /// Looks until it holds, within a deadline.
    static boolean await(BooleanSupplier holds) {
        long end = System.nanoTime() + DEADLINE_NANOS;
        while (!holds.getAsBoolean()) {
            if (System.nanoTime() > end) {
                return false;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return true;
    }

    @Override
    public void close() {
        node.close();
    }
}
