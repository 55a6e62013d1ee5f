package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The command as a real process, ended by a real signal.
@Timeout(120)
final class ProcessTest {
    private static final int BOUND_SECONDS = 10;

    @TempDir
    Path folder = Path.of("");

    @Test
    void aStandaloneEndsInTimeAndCleanWhenItIsTold() throws Exception {
        Process standalone = start("standalone", "--pool-size", "4MiB", "--json");
        try (BufferedReader out = standalone.inputReader(StandardCharsets.UTF_8)) {
            assertEquals("master", line(out).get("role").asString());
            assertEquals("node", line(out).get("role").asString());
            assertEquals(1, pools());
            standalone.destroy();
            assertTrue(standalone.waitFor(BOUND_SECONDS + 5, TimeUnit.SECONDS), "still there after its bound");
            assertEquals(ExitCode.DONE, standalone.exitValue());
            assertEquals(0, pools());
        } finally {
            standalone.destroyForcibly();
        }
    }

    @Test
    void whatPreventsAStartIsOneLineOnStandardError() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Path said = folder.resolve("stderr");
            String port = Integer.toString(taken.getLocalPort());
            Process master = new ProcessBuilder(
                            java("master", "--master-control-port", port, "--master-http-port", "0"))
                    .redirectError(said.toFile())
                    .start();
            try {
                assertTrue(master.waitFor(60, TimeUnit.SECONDS), "still there");
                assertEquals(ExitCode.USAGE, master.exitValue());
                List<String> lines = Files.readAllLines(said);
                assertEquals(1, lines.size(), lines::toString);
                assertTrue(lines.getFirst().contains(port), lines::toString);
            } finally {
                master.destroyForcibly();
            }
        }
    }

    @Test
    void aSupersededNodeSaysDoNotRestart() throws Exception {
        Process older = start("standalone", "--pool-size", "4MiB", "--json");
        try (BufferedReader out = older.inputReader(StandardCharsets.UTF_8)) {
            String master = line(out).get("control").asString();
            line(out);
            Path elsewhere = Files.createDirectories(folder.resolve("elsewhere"));
            // The second start in another directory has a higher boot than the first start in this one.
            for (int start = 0; start < 2; start++) {
                Process newer = startIn(elsewhere, "node", "--master-address", master, "--pool-size", "4MiB", "--json");
                try (BufferedReader newerOut = newer.inputReader(StandardCharsets.UTF_8)) {
                    line(newerOut);
                    if (start == 1) {
                        assertTrue(older.waitFor(30, TimeUnit.SECONDS), "the older start goes on");
                        assertEquals(ExitCode.SUPERSEDED, older.exitValue());
                    }
                } finally {
                    newer.destroy();
                    newer.waitFor(BOUND_SECONDS + 5, TimeUnit.SECONDS);
                    newer.destroyForcibly();
                }
            }
        } finally {
            older.destroyForcibly();
        }
    }

    private Process start(String... args) throws IOException {
        return startIn(folder, args);
    }

    private static List<String> java(String... args) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home", ""), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path", ""),
                Main.class.getName()));
        command.addAll(List.of(args));
        return command;
    }

    private static Process startIn(Path folder, String... args) throws IOException {
        List<String> command = java(args);
        command.addAll(List.of("--log-level", "error", "--node-id", "twin"));
        command.addAll(List.of("--control-port", "0", "--data-port", "0", "--http-port", "0"));
        command.addAll(List.of("--shutdown-timeout", BOUND_SECONDS + "s"));
        command.addAll(List.of("--state-directory", folder.resolve("state").toString()));
        command.addAll(List.of("--pool-directory", folder.toString()));
        if (args[0].equals("standalone")) {
            command.addAll(List.of("--master-control-port", "0", "--master-http-port", "0"));
        }
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static JsonNode line(BufferedReader out) throws IOException {
        String line = out.readLine();
        assertNotNull(line, "the process ended without a word");
        return JsonMapper.shared().readTree(line);
    }

    private long pools() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".pool")).count();
        }
    }
}
