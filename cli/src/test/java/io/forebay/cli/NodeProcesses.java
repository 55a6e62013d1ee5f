package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.DoublePredicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A master and nodes as real processes, with one engine at each node, all in one folder. Peers are given time, so
/// that a slow machine is not taken for a dead one. One thread.
final class NodeProcesses implements AutoCloseable {
    /// 16 KiB a block.
    static final Layout LAYOUT = new KvLayout(2, 1, 4 << 10, 4_096);

    /// Between two looks: the processes looked at need the processor, too.
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /// A node that listens.
    record Member(Process process, String control, String http, EngineClient engine) {}

    private final Path folder;
    private final Layout layout;
    private final List<Process> processes = new ArrayList<>();
    private final Map<String, Member> members = new HashMap<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private final String master;
    private List<String> masterFlags;
    private String classPath;
    private Process masterProcess;
    private String masterPages;

    /// Starts the master, with these flags besides its ports.
    NodeProcesses(Path folder, String... masterFlags) throws IOException {
        this(folder, LAYOUT, masterFlags);
    }

    /// @param layout of the engines' blocks
    NodeProcesses(Path folder, Layout layout, String... masterFlags) throws IOException {
        this(folder, layout, List.of(masterFlags), System.getProperty("java.class.path", ""));
    }

    /// @param classPath of the build that the master is of, and what is started next
    NodeProcesses(Path folder, Layout layout, List<String> masterFlags, String classPath) throws IOException {
        this.folder = folder;
        this.layout = layout;
        this.masterFlags = masterFlags;
        this.classPath = classPath;
        masterProcess = launchMaster("0");
        JsonNode line = said(masterProcess);
        master = line.path("control").asString("");
        masterPages = line.path("http").asString("");
    }

    private Process launchMaster(String port) throws IOException {
        List<String> flags =
                new ArrayList<>(List.of("master", "--master-control-port", port, "--master-http-port", "0"));
        flags.addAll(masterFlags);
        return launch(flags);
    }

    /// Sends the master `STOP` or `CONT`.
    void signalMaster(String signal) throws Exception {
        signal(masterProcess, signal);
    }

    /// Sends the node `STOP` or `CONT`.
    void signal(String name, String signal) throws Exception {
        signal(member(name).process(), signal);
    }

    static void signal(Process process, String signal) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
        if (!kill.waitFor(10, TimeUnit.SECONDS) || kill.exitValue() != 0) {
            throw new IOException("kill -" + signal);
        }
        if (signal.equals("STOP")) {
            await("the process's stop", () -> isStopped(process));
        }
    }

    /// A signal that is sent has not arrived: only when no thread runs any more is the process stopped.
    private static boolean isStopped(Process process) {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(process.pid()), "task"))) {
            for (Path thread : threads.toList()) {
                String stat = Files.readString(thread.resolve("stat"));
                if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            return false; // a thread has ended meanwhile: look again
        }
    }

    /// SIGKILL, and waits until the master is gone.
    void killMaster() throws InterruptedException {
        masterProcess.destroyForcibly();
        masterProcess.waitFor(30, TimeUnit.SECONDS);
    }

    /// Starts another master where the killed one was; it listens when this returns.
    void restartMaster() throws IOException {
        masterProcess = launchMaster(master.substring(master.lastIndexOf(':') + 1));
        masterPages = said(masterProcess).path("http").asString("");
    }

    /// What is started from now on is of another build, and a master has these flags.
    void use(String otherClassPath, String... otherMasterFlags) {
        classPath = otherClassPath;
        masterFlags = List.of(otherMasterFlags);
    }

    /// Starts a node with room for so many blocks, and an engine beside it. A node of a name that was killed comes back
    /// with its state.
    ///
    /// @param more flags and values, in place of the usual ones or beside them
    Member startNode(String name, int blocks, String... more) throws Exception {
        Process process = launchNode(name, blocks, more);
        JsonNode line = said(process);
        String control = line.path("control").asString("");
        EngineClient engine =
                EngineClient.open(EngineOptions.of(control, new InstanceId("engine-" + name), layout, "acceptance"));
        Member member = new Member(process, control, line.path("http").asString(""), engine);
        Member before = members.put(name, member);
        if (before != null) {
            before.engine().close();
        }
        awaitMetric(name, "forebay_master_session_open", open -> open == 1);
        if (!engine.awaitConnected(Duration.ofSeconds(30))) {
            throw new IOException("no answer from " + name);
        }
        return member;
    }

    /// Starts a node of this name, with these flags, that no master hears of, and kills it: the next one in its state
    /// directory has a higher boot.
    void countBoot(String name, int blocks, String... more) throws Exception {
        List<String> flags = new ArrayList<>(List.of(more));
        flags.addAll(List.of("--master-address", "127.0.0.1:1"));
        Process process = launchNode(name, blocks, flags.toArray(String[]::new));
        said(process);
        process.destroyForcibly();
        process.waitFor(30, TimeUnit.SECONDS);
    }

    private Process launchNode(String name, int blocks, String... more) throws IOException {
        Map<String, String> flags = usualFlags(name, blocks);
        for (int i = 0; i < more.length; i += 2) {
            flags.put(more[i], more[i + 1]);
        }
        List<String> command = new ArrayList<>(List.of("node"));
        flags.forEach((flag, value) -> command.addAll(List.of(flag, value)));
        return launch(command);
    }

    private Map<String, String> usualFlags(String name, int blocks) {
        Map<String, String> flags = new LinkedHashMap<>(Map.of("--node-id", name, "--master-address", master));
        List.of("--control-port", "--data-port", "--http-port").forEach(port -> flags.put(port, "0"));
        flags.put("--fabric", "tcp");
        flags.put("--pool-size", blocks * layout.blockBytes() + "B");
        flags.put("--pool-granule", "4KiB");
        flags.put("--peer-connect-timeout", "10s");
        flags.put("--peer-query-timeout", "10s");
        flags.put("--pool-directory", folder.toString());
        flags.put("--state-directory", folder.resolve(name).toString());
        return flags;
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
                classPath,
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

    /// Where the master's pages are.
    String masterHttp() {
        return masterPages;
    }

    Process masterProcess() {
        return masterProcess;
    }

    Layout layout() {
        return layout;
    }

    Member member(String name) {
        return Objects.requireNonNull(members.get(name), name);
    }

    /// The master's address.
    String master() {
        return master;
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

    /// What the node's metrics page says of `metric`, over all label values but the one that stands in braces behind
    /// its name; 0 when it is not there.
    double metric(String name, String metric) throws Exception {
        return metricAt(member(name).http(), metric);
    }

    /// What the master's metrics page says of `metric`.
    double masterMetric(String metric) throws Exception {
        return metricAt(masterPages, metric);
    }

    private double metricAt(String pages, String metric) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + pages + "/metrics"))
                .timeout(Duration.ofSeconds(20))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString())
                .body()
                .lines()
                .filter(line -> isOf(line, metric))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private static boolean isOf(String line, String metric) {
        int brace = metric.indexOf('{');
        return brace < 0
                ? line.startsWith(metric + " ")
                : line.startsWith(metric.substring(0, brace + 1))
                        && line.contains(metric.substring(brace + 1, metric.length() - 1));
    }

    void awaitMetric(String name, String metric, DoublePredicate holds) throws Exception {
        await(name + ": " + metric, () -> holds.test(metric(name, metric)));
    }

    /// Waits a minute at most.
    static void await(String what, Callable<Boolean> holds) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!holds.call()) {
            assertTrue(System.nanoTime() < end, what + " does not come");
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    @Override
    public void close() {
        http.close();
        for (Process process : processes.reversed()) {
            process.destroyForcibly();
            process.onExit().join();
        }
        members.values().forEach(member -> member.engine().close());
    }
}
