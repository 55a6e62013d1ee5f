package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// Examples, completion, and `config check`.
@Timeout(60)
final class HelpTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path folder = Path.of("");

    private int run(String... args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine forebay = Main.commandLine();
        forebay.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return forebay.execute(args);
    }

    @Test
    void everyCommandHasExamplesThatItReads() {
        assertTrue(examplesOf(Main.commandLine()) > 40);
    }

    /// How many there are, at least one for each command.
    private static int examplesOf(CommandLine command) {
        List<String> examples = List.of(command.getCommandSpec().usageMessage().footer()).stream()
                .filter(line -> line.startsWith("  forebay "))
                .map(line -> line.strip().replace("%%", "%").replaceAll(" {2,}\\(.*| [|>] .*", ""))
                .toList();
        String name = command.getCommandSpec().qualifiedName();
        assertFalse(examples.isEmpty(), name + " has no example");
        for (String example : examples) {
            String[] words = example.split(" ", 2)[1].strip().split(" +");
            assertDoesNotThrow(() -> Main.commandLine().parseArgs(words), example);
        }
        return examples.size()
                + command.getSubcommands().values().stream()
                        .mapToInt(HelpTest::examplesOf)
                        .sum();
    }

    @Test
    void bashTakesTheCompletionAndCompletesCommandsAndOptions() throws Exception {
        assertEquals(ExitCode.DONE, run("completion", "bash"));
        Path script = Files.writeString(folder.resolve("completion"), out.toString());
        assertEquals("standalone stat status", complete(script, "forebay sta"));
        assertEquals("check", complete(script, "forebay config che"));
        assertEquals("--pool-size", complete(script, "forebay node --pool-si"));
        assertEquals("bash", complete(script, "forebay completion ba"));
        assertEquals(ExitCode.USAGE, run("completion", "fish"));
    }

    private static String complete(Path script, String line) throws Exception {
        String bash = "source '" + script + "' || exit 9; COMP_LINE='" + line + "'; COMP_POINT=${#COMP_LINE};"
                + " COMP_WORDS=($COMP_LINE); COMP_CWORD=$((${#COMP_WORDS[@]} - 1));"
                + " _complete_forebay 2>/dev/null; printf '%s\\n' ${COMPREPLY[@]} | sort | xargs";
        Process process =
                new ProcessBuilder("bash", "-c", bash).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertTrue(process.waitFor(30, TimeUnit.SECONDS));
        assertEquals(0, process.exitValue(), said);
        return said;
    }

    @Test
    void aRightFileIsRight() throws Exception {
        Path file = Files.writeString(folder.resolve("f.yaml"), "pool:\n  size: 4GiB\nmaster.node_stale: 20s\n");
        assertEquals(ExitCode.DONE, run("config", "check", file.toString()), err::toString);
        assertEquals(file + " is right for standalone\n", out.toString());
        assertEquals(ExitCode.DONE, run("config", "check"));
    }

    @Test
    void eachProblemOfAWrongFileIsOneLineWithTheNearestNameOrTheLimit() throws Exception {
        Path file = Files.writeString(
                folder.resolve("f.yaml"), "pool:\n  sise: 4GiB\n  granule: 4KB\neviction.high: 2\nlease.engine: 1ms\n");
        assertEquals(ExitCode.USAGE, run("config", "check", file.toString()));
        List<String> lines = err.toString().lines().toList();
        assertEquals(4, lines.size(), err::toString);
        assertTrue(err.toString().contains("there is no setting pool.sise (did you mean pool.size?)"), err::toString);
        assertTrue(err.toString().contains("pool.granule = '4KB' (file " + file + ") is not a size"), err::toString);
        assertTrue(err.toString().contains("give 4KiB–2MiB"), err::toString);
        assertTrue(err.toString().contains("more than 0, at most 1"), err::toString);
        assertTrue(err.toString().contains("1s–24h"), err::toString);
    }

    @Test
    void whatMustHoldBetweenSettingsIsCheckedForTheRoleThatIsAsked() throws Exception {
        Path file = Files.writeString(folder.resolve("f.yaml"), "eviction.high: 0.5\npool.granule: 64KiB\n");
        assertEquals(ExitCode.USAGE, run("config", "check", "--json", file.toString()));
        JsonNode tree = JsonMapper.shared().readTree(out.toString());
        assertFalse(tree.path("ok").asBoolean(true));
        assertEquals(1, tree.path("problems").size());
        assertTrue(tree.path("problems").path(0).asString("").contains("must be below eviction.high"), out::toString);
        assertEquals(ExitCode.DONE, run("config", "check", "--role", "master", file.toString()), err::toString);
        assertEquals(
                ExitCode.USAGE, run("config", "check", folder.resolve("none").toString()));
        assertTrue(err.toString().contains("is not there"), err::toString);
    }
}
