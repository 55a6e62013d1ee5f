package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.client.EngineClient;
import io.forebay.client.Loaded;
import io.forebay.core.block.BlockHash;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Real processes: a node, and an engine that is stopped with SIGSTOP past every time-out and then continued, while
/// another engine turns the whole pool over.
@Tag("acceptance")
@Timeout(180)
final class StoppedEngineTest {
    private static final int POOL_BLOCKS = 32;
    private static final int BATCH = 8;

    @TempDir
    Path folder = Path.of("");

    private final List<Process> processes = new ArrayList<>();
    private String control = "";
    private String http = "";
    private int turns;

    @BeforeEach
    void startNode() throws IOException {
        List<String> flags = List.of(
                "standalone",
                "--json",
                "--log-level",
                "error",
                "--node-id",
                "stopped",
                "--pool-size",
                POOL_BLOCKS * StoppableEngine.LAYOUT.blockBytes() + "B",
                "--lease-engine",
                "2s",
                "--lease-in-flight",
                "2s",
                "--control-port",
                "0",
                "--data-port",
                "0",
                "--http-port",
                "0",
                "--master-control-port",
                "0",
                "--master-http-port",
                "0",
                "--state-directory",
                folder.resolve("state").toString(),
                "--pool-directory",
                folder.toString());
        BufferedReader out = start(Main.class, flags).inputReader(StandardCharsets.UTF_8);
        JsonNode node = JsonMapper.shared().readTree("{}");
        while (!node.path("role").asString("").equals("node")) {
            String line = out.readLine();
            assertNotNull(line, "the node ended without a word");
            node = JsonMapper.shared().readTree(line);
        }
        control = node.path("control").asString("");
        http = node.path("http").asString("");
    }

    @AfterEach
    void endProcesses() throws InterruptedException {
        for (Process process : processes.reversed()) {
            process.destroyForcibly();
            process.waitFor(10, TimeUnit.SECONDS);
        }
    }

    private Process start(Class<?> main, List<String> args) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home", ""), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path", ""),
                main.getName()));
        command.addAll(args);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        processes.add(process);
        return process;
    }

    private static void signal(String name, Process process) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        assertTrue(kill.waitFor(10, TimeUnit.SECONDS) && kill.exitValue() == 0, "kill -" + name);
    }

    /// Saves new blocks until the whole pool has been used again, and checks every byte of what it gets back.
    private void turnThePoolOver(EngineClient client) {
        for (int batch = 0; batch < 3 * POOL_BLOCKS / BATCH; batch++) {
            String request = "turn-" + turns++;
            List<BlockHash> hashes = IntStream.range(0, BATCH)
                    .mapToObj(i -> StoppableEngine.hash(request + "/" + i))
                    .toList();
            client.save(request, hashes, (block, slot, bytes) -> bytes.fill(StoppableEngine.byteOf(hashes.get(block))));
            try (Loaded loaded = client.query(request, hashes, Duration.ofSeconds(5))) {
                for (int block = 0; block < loaded.hits(); block++) {
                    assertBytes(loaded, block, hashes.get(block));
                }
            }
        }
    }

    private static void assertBytes(Loaded loaded, int block, BlockHash hash) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocate(StoppableEngine.LAYOUT.slotBytes());
            for (int slot = 0; slot < 2; slot++) {
                if (loaded.copy(block, slot, copy)) {
                    for (long at = 0; at < copy.byteSize(); at++) {
                        assertEquals(StoppableEngine.byteOf(hash), copy.get(ValueLayout.JAVA_BYTE, at));
                    }
                    assertTrue(loaded.verify(block, slot, copy), "the sealed checksum");
                }
            }
        }
    }

    /// Waits until the node's metric `name` satisfies a bound.
    private void awaitMetric(String name, DoublePredicate holds) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + http + "/metrics"))
                .timeout(Duration.ofSeconds(5))
                .build();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        String last = "";
        try (HttpClient client = HttpClient.newHttpClient()) {
            while (System.nanoTime() < end) {
                last = client.send(request, HttpResponse.BodyHandlers.ofString())
                        .body();
                boolean held = last.lines()
                        .filter(line -> line.startsWith(name + " "))
                        .anyMatch(line -> holds.test(Double.parseDouble(line.substring(name.length() + 1))));
                if (held) {
                    return;
                }
                Thread.onSpinWait();
            }
        }
        throw new AssertionError(name + " does not come: "
                + last.lines().filter(line -> line.startsWith(name)).toList());
    }

    @Test
    void nobodyEverReadsTheLateBytesOfAnEngineStoppedInMidWrite() throws Exception {
        Process engine = start(StoppableEngine.class, List.of("write", control));
        BufferedReader said = engine.inputReader(StandardCharsets.UTF_8);
        assertEquals("WRITING", said.readLine());
        signal("STOP", engine);
        awaitMetric("forebay_pool_quarantined_bytes", bytes -> bytes == StoppableEngine.LAYOUT.blockBytes());
        try (EngineClient other = StoppableEngine.open(control, "other")) {
            turnThePoolOver(other);
            signal("CONT", engine);
            turnThePoolOver(other);
            assertEquals(
                    0,
                    other.query("v", List.of(StoppableEngine.VICTIM), Duration.ofSeconds(2))
                            .hits());
            engine.getOutputStream().write('\n');
            engine.getOutputStream().flush();
            String last = said.readLine();
            assertEquals("failed=1 written=0", "WRITING".equals(last) ? said.readLine() : last);
            assertTrue(engine.waitFor(20, TimeUnit.SECONDS));
            awaitMetric("forebay_pool_quarantined_bytes", bytes -> bytes == 0);
            turnThePoolOver(other);
        }
    }

    @Test
    void anEngineStoppedInMidReadGetsALoadErrorAndNeverOtherBytes() throws Exception {
        try (EngineClient other = StoppableEngine.open(control, "other")) {
            other.save(
                    "v",
                    List.of(StoppableEngine.VICTIM),
                    (block, slot, bytes) -> bytes.fill(StoppableEngine.byteOf(StoppableEngine.VICTIM)));
            Process engine = start(StoppableEngine.class, List.of("read", control));
            BufferedReader said = engine.inputReader(StandardCharsets.UTF_8);
            assertEquals("READING", said.readLine());
            awaitMetric("forebay_engine_leases", leases -> leases >= 1);
            signal("STOP", engine);
            awaitMetric("forebay_engine_leases", leases -> leases == 0);
            turnThePoolOver(other);
            signal("CONT", engine);
            turnThePoolOver(other);
            engine.getOutputStream().write('\n');
            engine.getOutputStream().flush();
            assertEquals("good=true errors=true wrong=0", said.readLine());
        }
    }
}
