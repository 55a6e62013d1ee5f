package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.forebay.client.EngineClient;
import io.forebay.client.EngineOptions;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.layout.Layout;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.DoublePredicate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A master and nodes as real processes, with one engine at each node, all in one folder. Peers are given time, so
/// that a slow machine is not taken for a dead one. One thread.
final class NodeProcesses implements AutoCloseable {
    /// 16 KiB a block.
    static final Layout LAYOUT = new KvLayout(2, 1, 4 << 10, 4_096);

    /// A node that listens.
    record Member(Process process, String control, String http, EngineClient engine) {}

    private final Path folder;
    private final List<Process> processes = new ArrayList<>();
    private final Map<String, Member> members = new HashMap<>();
    private final HttpClient pages = HttpClient.newHttpClient();
    private final String master;

    /// Starts the master, with these flags besides its ports.
    NodeProcesses(Path folder, String... masterFlags) throws IOException {
        this.folder = folder;
        List<String> flags =
                new ArrayList<>(List.of("master", "--master-control-port", "0", "--master-http-port", "0"));
        flags.addAll(List.of(masterFlags));
        Process process = launch(flags);
        master = said(process).path("control").asString("");
    }

    /// Starts a node with room for so many blocks, and an engine beside it.
    Member startNode(String name, int blocks, String... more) throws Exception {
        List<String> flags = new ArrayList<>(List.of("node", "--node-id", name, "--master-address", master));
        flags.addAll(List.of("--control-port", "0", "--data-port", "0", "--http-port", "0", "--fabric", "tcp"));
        flags.addAll(List.of("--pool-size", blocks * LAYOUT.blockBytes() + "B", "--pool-granule", "4KiB"));
        flags.addAll(List.of("--peer-connect-timeout", "10s", "--peer-query-timeout", "10s"));
        flags.addAll(List.of("--pool-directory", folder.toString()));
        flags.addAll(List.of("--state-directory", folder.resolve(name).toString()));
        flags.addAll(List.of(more));
        Process process = launch(flags);
        JsonNode line = said(process);
        String control = line.path("control").asString("");
        EngineClient engine =
                EngineClient.open(EngineOptions.of(control, new InstanceId("engine-" + name), LAYOUT, "acceptance"));
        Member member = new Member(process, control, line.path("http").asString(""), engine);
        members.put(name, member);
        awaitMetric(name, "forebay_master_session_open", open -> open == 1);
        if (!engine.awaitConnected(Duration.ofSeconds(30))) {
            throw new IOException("no answer from " + name);
        }
        return member;
    }

    private Process launch(List<String> flags) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home", ""), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path", ""),
                Main.class.getName()));
        command.addAll(flags);
        command.addAll(List.of("--json", "--log-level", "error"));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        processes.add(process);
        return process;
    }

    private static JsonNode said(Process process) throws IOException {
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        String line = out.readLine();
        assertNotNull(line, "a process ended without a word");
        return JsonMapper.shared().readTree(line);
    }

    Member member(String name) {
        return Objects.requireNonNull(members.get(name), name);
    }

    EngineClient engine(String name) {
        return member(name).engine();
    }

    /// SIGKILL, and waits until the process is gone.
    void kill(String name) throws InterruptedException {
        Process process = member(name).process();
        process.destroyForcibly();
        process.waitFor(30, TimeUnit.SECONDS);
    }

    /// What the node's metrics page says of `metric`, its labels included in the name; 0 when it is not there.
    double metric(String name, String metric) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://" + member(name).http() + "/metrics"))
                .timeout(Duration.ofSeconds(20))
                .build();
        return pages.send(request, HttpResponse.BodyHandlers.ofString())
                .body()
                .lines()
                .filter(line -> line.startsWith(metric + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(metric.length() + 1)))
                .sum();
    }

    void awaitMetric(String name, String metric, DoublePredicate holds) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        double last = 0;
        while (System.nanoTime() < end) {
            last = metric(name, metric);
            if (holds.test(last)) {
                return;
            }
            Thread.onSpinWait();
        }
        throw new AssertionError(name + ": " + metric + " stays at " + last);
    }

    @Override
    public void close() {
        pages.close();
        for (Process process : processes.reversed()) {
            process.destroyForcibly();
            process.onExit().join();
        }
        members.values().forEach(member -> member.engine().close());
    }
}
