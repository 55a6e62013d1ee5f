package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `forebay doctor` on this host, whole and broken.
@Timeout(120)
final class DoctorTest {
    private static final List<String> NO_PORTS = List.of(
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
            "--master",
            "127.0.0.1:1",
            "--pool-size",
            "1MiB");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path folder = Path.of("");

    private int doctor(String... more) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        List<String> args = new ArrayList<>(List.of("doctor"));
        args.addAll(NO_PORTS);
        args.addAll(List.of("--state-directory", folder.toString()));
        args.addAll(List.of(more));
        CommandLine forebay = Main.commandLine();
        forebay.setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .setOverwrittenOptionsAllowed(true);
        return forebay.execute(args.toArray(String[]::new));
    }

    private JsonNode check(String name) {
        JsonNode tree = JsonMapper.shared().readTree(out.toString());
        for (JsonNode each : tree.path("checks")) {
            if (each.path("name").asString("").equals(name)) {
                return each;
            }
        }
        throw new AssertionError("no check " + name + " in " + out);
    }

    @Test
    void whatIsSoIsToldAsJson() {
        assertEquals(
                ExitCode.DONE,
                doctor("--json", "--model", "llama-3-8b", "--ssd-directories", folder.toString()),
                () -> out.toString() + err);
        assertTrue(JsonMapper.shared().readTree(out.toString()).path("ok").asBoolean(false));
        for (String name : List.of(
                "configuration",
                "jdk",
                "open files",
                "pool",
                "huge pages",
                "memory lock",
                "memory limit",
                "numa",
                "state",
                "ssd " + folder,
                "advertise.host",
                "rdma",
                "fabric",
                "network",
                "peers",
                "clock",
                "hash seed",
                "break-even")) {
            JsonNode found = check(name);
            for (String field : List.of("verdict", "found", "costs", "do")) {
                assertTrue(found.path(field).isString(), name + " has no " + field);
            }
        }
        assertTrue(check("break-even").path("found").asString("").startsWith("llama-3-8b: 32 layers x 2048 elements"));
    }

    @Test
    void aTakenPortIsAFailureThatSaysWhoHasItAndWhatToDo() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            assertEquals(ExitCode.FAILED, doctor("--data-port", port), out::toString);
            List<String> lines = out.toString().lines().toList();
            assertTrue(
                    lines.getFirst().startsWith("FAIL  data.port: " + port + " is taken by process "), out::toString);
            assertTrue(
                    lines.get(2).startsWith("      do:    end that process, or give another data.port"), out::toString);
        }
    }

    @Test
    void aWrongConfigurationIsAFailureAndTheRestIsLookedAtAllTheSame() {
        assertEquals(ExitCode.FAILED, doctor("--json", "--eviction-high", "2"));
        assertEquals("FAIL", check("configuration").path("verdict").asString(""));
        assertEquals("OK", check("jdk").path("verdict").asString(""));
    }

    @Test
    void wrongUsageIsTold() {
        assertEquals(ExitCode.USAGE, doctor("--model", "gpt"));
        assertTrue(err.toString().contains("known are llama-2-7b"), err::toString);
        assertEquals(ExitCode.USAGE, doctor("--tflops", "0"));
        assertEquals(ExitCode.USAGE, doctor("--role", "nurse"));
    }

    /// The launcher, made to ask for a JDK that nobody has.
    @Test
    void withoutItsJdkTheLauncherAnswersItself() throws Exception {
        Path root = Path.of(System.getProperty("forebay.root", ".."));
        String script = Files.readString(root.resolve("forebay"));
        assertTrue(script.contains("jdk_major=25"));
        Path launcher = folder.resolve("forebay");
        Files.writeString(launcher, script.replace("jdk_major=25", "jdk_major=99"));
        assertEquals(ExitCode.FAILED, launch(launcher, "doctor"));
        assertTrue(out.toString().startsWith("FAIL  jdk: no JDK 99 was found"), out::toString);
        assertTrue(out.toString().contains("FOREBAY_JAVA_HOME at one"), out::toString);
        assertEquals(ExitCode.FAILED, launch(launcher, "doctor", "--json"));
        assertEquals("FAIL", check("jdk").path("verdict").asString(""));
        assertEquals(ExitCode.USAGE, launch(launcher, "version"));
    }

    private int launch(Path launcher, String... args) throws Exception {
        out.getBuffer().setLength(0);
        List<String> command = new ArrayList<>(List.of("bash", launcher.toString()));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        out.append(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        assertTrue(process.waitFor(30, TimeUnit.SECONDS));
        return process.exitValue();
    }
}
