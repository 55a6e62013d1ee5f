package io.forebay.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.server.node.NodeServer;
import io.forebay.server.running.Ending;
import io.forebay.server.running.Endpoints;
import io.forebay.server.running.StartFailure;
import io.forebay.server.settings.BadConfiguration;
import io.forebay.server.settings.EffectiveSettings;
import io.forebay.server.settings.MasterConfig;
import io.forebay.server.settings.NodeConfig;
import io.forebay.server.settings.Role;
import io.forebay.server.settings.SettingsReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A real master and a real node on real ports, with a small pool in a directory of the test's.
@Timeout(60)
final class StandaloneTest {
    private static final long READY_NANOS = TimeUnit.SECONDS.toNanos(20);

    @TempDir
    Path folder = Path.of("");

    @Test
    void itBecomesReadyAndLeavesNothingBehind() throws Exception {
        try (Standalone standalone = start(Map.of())) {
            assertEquals(
                    List.of("master", "node"),
                    standalone.endpoints().stream().map(Endpoints::role).toList());
            Endpoints node = standalone.endpoints().getLast();
            awaitReady(node);
            assertEquals(1, files(pools()).size());
            String metrics = awaitPage(node, "/metrics", "forebay_master_session_open 1.0");
            assertTrue(metrics.contains("forebay_pool_capacity_bytes 4194304.0"), metrics);
            assertTrue(metrics.contains("forebay_query_blocks_total{outcome=\"memory\"} 0.0"), metrics);
            assertTrue(metrics.contains("forebay_fabric_bytes_total{fabric=\"tcp\"} 0.0"), metrics);
            awaitStatus(standalone.endpoints().getFirst(), "node test");
            assertTrue(get(node, "/").body().contains("page.js"));
        }
        assertEquals(List.of(), files(pools()));
    }

    @Test
    void aNodeOutlivesTheWaitForItsMaster() throws Exception {
        Map<String, String> settings = settings(Map.of("master.address", "127.0.0.1:" + freePort()));
        try (var node = NodeServer.start(NodeConfig.of(read(settings)))) {
            HttpResponse<String> ready = get(node.endpoints().getFirst(), "/health/ready");
            assertEquals(503, ready.statusCode());
            assertTrue(ready.body().contains("\"session open\":false"), ready.body());
            assertEquals(200, get(node.endpoints().getFirst(), "/health/live").statusCode());
        }
    }

    @Test
    void everyFigureOfANodeIsAMetric() throws Exception {
        try (NodeServer node = NodeServer.start(NodeConfig.of(read(settings(Map.of()))))) {
            String metrics = get(node.endpoints().getFirst(), "/metrics").body();
            node.stats()
                    .counts()
                    .keySet()
                    .forEach(count -> assertTrue(metrics.contains("forebay_" + count + "_total "), count));
            node.stats()
                    .gauges()
                    .keySet()
                    .forEach(gauge -> assertTrue(metrics.contains("forebay_" + gauge + " "), gauge));
            assertFalse(node.stats().counts().isEmpty() || node.stats().gauges().isEmpty());
        }
    }

    @Test
    void aNewerStartOfTheSameNodeEndsTheOlderOne() throws Exception {
        try (Standalone older = start(Map.of())) {
            awaitReady(older.endpoints().getLast());
            String master = older.endpoints().getFirst().control();
            // Another directory has another boot counter: two machines with one node id.
            Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
            Files.createDirectories(folder.resolve("elsewhere-pools"));
            Map<String, String> twin = settings(Map.of(
                    "state.directory",
                    elsewhere.toString(),
                    "pool.directory",
                    folder + "/elsewhere-pools",
                    "master.address",
                    master));
            NodeServer.start(NodeConfig.of(read(twin))).close();
            try (var newer = NodeServer.start(NodeConfig.of(read(twin)))) {
                awaitReady(newer.endpoints().getFirst());
                assertEquals(
                        Ending.SUPERSEDED, older.ending().toCompletableFuture().get(20, TimeUnit.SECONDS));
            }
        }
    }

    @Test
    void anAddressInUseIsOneClearLineAndNothingStays() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            for (String port :
                    List.of("control.port", "data.port", "http.port", "master.control.port", "master.http.port")) {
                String message = refused(Map.of(port, String.valueOf(taken.getLocalPort())));
                assertTrue(message.contains("127.0.0.1:" + taken.getLocalPort()), message);
                assertFalse(message.contains("\n"), message);
                assertEquals(List.of(), files(pools()), port);
            }
        }
    }

    @Test
    void aDirectoryThatCannotBeUsedIsNamed() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertTrue(refused(Map.of("pool.directory", file.toString())).contains(file.toString()));
        assertTrue(refused(Map.of("state.directory", file.toString())).contains(file.toString()));
        assertTrue(refused(Map.of("pool.directory", "/proc/nothing")).contains("/proc/nothing"));
    }

    @Test
    void aPoolLargerThanItsDirectoryIsRefused() throws Exception {
        assertTrue(refused(Map.of("pool.size", "60TiB", "pool.granule", "2MiB")).contains("pool"));
        assertEquals(List.of(), files(pools()));
    }

    @Test
    void aNodeServesOverUcxWhenItIsToldTo() throws Exception {
        try (Standalone standalone = start(Map.of("fabric", "ucx", "fabric.ucx.tls", "tcp"))) {
            Endpoints node = standalone.endpoints().getLast();
            assertTrue(node.detail().endsWith("fabric ucx"), node.detail());
            String metrics = get(node, "/metrics").body();
            assertTrue(metrics.contains("forebay_fabric_bytes_total{fabric=\"ucx\"} 0.0"), metrics);
        }
    }

    @Test
    void aTransportOfUcxThatIsNotThereIsNamed() throws Exception {
        String message = refused(Map.of("fabric", "ucx", "fabric.ucx.tls", "carrier-pigeon"));
        assertTrue(message.contains("carrier-pigeon"), message);
    }

    @Test
    void twoProcessesNeverShareAStateDirectory() throws Exception {
        try (Standalone first = start(Map.of())) {
            awaitReady(first.endpoints().getLast());
            assertTrue(refused(Map.of()).contains("in use by another process"));
        }
        start(Map.of()).close();
    }

    private String refused(Map<String, String> settings) {
        return String.valueOf(
                assertThrows(StartFailure.class, () -> start(settings)).getMessage());
    }

    private Standalone start(Map<String, String> differing) throws Exception {
        EffectiveSettings settings = read(settings(differing));
        return Standalone.start(MasterConfig.of(settings), NodeConfig.of(settings));
    }

    private Map<String, String> settings(Map<String, String> differing) throws IOException {
        Map<String, String> settings = new HashMap<>(Map.of(
                "control.port",
                "0",
                "data.port",
                "0",
                "http.port",
                "0",
                "master.control.port",
                "0",
                "master.http.port",
                "0",
                "node.id",
                "test",
                "pool.size",
                "4MiB",
                "shutdown.timeout",
                "3s"));
        settings.put("pool.directory", Files.createDirectories(pools()).toString());
        settings.put("state.directory", folder.resolve("state").toString());
        settings.putAll(differing);
        return settings;
    }

    private static EffectiveSettings read(Map<String, String> flags) throws BadConfiguration {
        return SettingsReader.read(Role.STANDALONE, Map.of(), Optional.empty(), Map.of(), flags);
    }

    private Path pools() {
        return folder.resolve("pools");
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".pool")).toList();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    private static void awaitReady(Endpoints endpoints) throws Exception {
        long end = System.nanoTime() + READY_NANOS;
        HttpResponse<String> ready = get(endpoints, "/health/ready");
        while (ready.statusCode() != 200) {
            assertTrue(System.nanoTime() < end, "not ready in time: " + ready.body());
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            ready = get(endpoints, "/health/ready");
        }
    }

    /// The master's figures are those of its last tick, so they follow a node's readiness by one.
    private static void awaitStatus(Endpoints endpoints, String part) throws Exception {
        awaitPage(endpoints, "/api/status", part);
    }

    /// A node's figures are those of a moment ago, when somebody has just asked for them.
    private static String awaitPage(Endpoints endpoints, String path, String part) throws Exception {
        long end = System.nanoTime() + READY_NANOS;
        String page = get(endpoints, path).body();
        while (!page.contains(part)) {
            assertTrue(System.nanoTime() < end, "not in time: " + page);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            page = get(endpoints, path).body();
        }
        return page;
    }

    private static HttpResponse<String> get(Endpoints endpoints, String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + endpoints.http() + path))
                    .timeout(Duration.ofSeconds(10))
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }
}
