package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.server.settings.Setting;
import io.forebay.server.settings.SettingList;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(60)
final class MainTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine forebay = Main.commandLine();
        forebay.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return forebay.execute(args);
    }

    @Test
    void versionSaysWhichForebayAndWhichJava() {
        assertEquals(ExitCode.DONE, run("version"));
        assertTrue(out.toString().matches("forebay \\d+\\.\\d+\\.\\d+\\S* \\(java 25\\S*\\)\\R"), out.toString());
        assertEquals(ExitCode.DONE, run("version", "--json"));
        assertTrue(JsonMapper.shared()
                .readTree(out.toString())
                .get("java")
                .asString()
                .startsWith("25"));
    }

    @Test
    void configShowsWhereEachValueCameFrom(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("f.yaml"), "lease:\n  engine: 5m\n");
        assertEquals(ExitCode.DONE, run("config", "--config", file.toString(), "--pool-size", "2MiB", "--json"));
        JsonNode settings = JsonMapper.shared().readTree(out.toString());
        assertEquals("2MiB", settings.get("pool.size").get("value").asString());
        assertEquals("flag --pool-size", settings.get("pool.size").get("source").asString());
        assertEquals("file " + file, settings.get("lease.engine").get("source").asString());
        assertEquals("default", settings.get("eviction.high").get("source").asString());
        assertEquals(SettingList.ALL.size(), settings.size());
        assertEquals(ExitCode.DONE, run("config", "--role", "master"));
        assertTrue(out.toString().contains("master.node_stale:"), out.toString());
        assertFalse(out.toString().contains("pool.size:"), out.toString());
    }

    @Test
    void everySettingIsAFlag() {
        for (Setting<?> setting : SettingList.ALL) {
            assertEquals(ExitCode.DONE, run("config", setting.flag(), setting.standard()), err::toString);
        }
    }

    @Test
    void aWrongConfigurationIsOneLineForEachProblem() {
        for (String command : List.of("config", "standalone", "node")) {
            assertEquals(ExitCode.USAGE, run(command, "--pool-size", "4GB", "--eviction-high", "2"));
            assertEquals(2, err.toString().lines().count(), err::toString);
            assertTrue(err.toString().lines().allMatch(line -> line.startsWith("forebay: ")), err::toString);
        }
    }

    @Test
    void wrongUsageIsShort() {
        for (String[] args : new String[][] {
            {"--nonsense"}, {"nonsense"}, {"master", "--pool-size", "1GiB"}, {"config", "--role", "x"}
        }) {
            assertEquals(ExitCode.USAGE, run(args));
            assertEquals(2, err.toString().lines().count(), err::toString);
        }
    }

    @Test
    void aMisspeltCommandIsGuessed() {
        assertEquals(ExitCode.USAGE, run("standlone"));
        assertTrue(err.toString().startsWith("forebay: there is no command 'standlone' (did you mean standalone"));
    }

    @Test
    void aServerThatCannotStartSaysWhyInOneLine(@TempDir Path folder) throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = String.valueOf(taken.getLocalPort());
            assertEquals(ExitCode.USAGE, run("master", "--master-control-port", port, "--log-level", "error"));
            assertEquals(1, err.toString().lines().count(), err::toString);
            assertTrue(err.toString().contains(port), err::toString);
            assertTrue(err.toString().contains("(the setting is master.control.port)"), err::toString);
        }
        List<String> node = new ArrayList<>(List.of("node", "--log-level", "error", "--pool-directory", "/proc/x"));
        node.addAll(List.of("--state-directory", folder.toString()));
        assertEquals(ExitCode.USAGE, run(node.toArray(String[]::new)));
        assertTrue(err.toString().contains("/proc/x"), err::toString);
    }

    @Test
    void helpNamesEveryCommandAndTheExitCodes() {
        assertEquals(ExitCode.DONE, run("help"));
        String help = out.toString();
        for (String word : List.of("standalone", "master", "node", "config", "version", "do not restart")) {
            assertTrue(help.contains(word), word);
        }
        assertEquals(ExitCode.DONE, run("node", "--help"));
        assertTrue(out.toString().contains("--peer-query-timeout"), out::toString);
    }

    @Test
    void aPoolNeverTakesMoreThanHalfOfWhatIsFree() {
        assertEquals(1024, Embedded.poolMebibytes(1L << 20));
        assertEquals(100, Embedded.poolMebibytes(200));
        assertEquals(1, Embedded.poolMebibytes(0));
    }
}
