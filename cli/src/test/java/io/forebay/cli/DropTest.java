package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.fetch.Outcome;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `forebay drop` against real processes: `a` has prompts in memory and on SSD, `b` has fetched them.
@Timeout(120)
final class DropTest {
    private static final int BLOCKS = 4;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path folder = Path.of("");

    private int run(String args) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        CommandLine forebay = Main.commandLine();
        forebay.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return forebay.execute(args.split(" "));
    }

    private void startWithSsd(NodeProcesses nodes) throws Exception {
        String ssd = folder.resolve("ssd").toString();
        nodes.startNode("a", 100, "--ssd-directories", ssd, "--ssd-size", "64MiB", "--ssd-write", "at_seal");
    }

    @Test
    void aDroppedBlockIsNowhereAlsoBehindAKillAndTheOthersStay() throws Exception {
        try (NodeProcesses nodes = new NodeProcesses(folder, "--master-warming-min", "0ms")) {
            startWithSsd(nodes);
            nodes.startNode("b", 100);
            String master = " --master " + nodes.masterHttp();
            Prompts prompts = new Prompts(nodes);
            prompts.save("a", "bad", 0, BLOCKS);
            prompts.save("a", "good", 0, BLOCKS);
            assertTrue(prompts.query("b", "bad", BLOCKS).stream().allMatch(Outcome::isHit));
            nodes.awaitMetric("a", "forebay_ssd_blocks", on -> on == 2 * BLOCKS);
            String hash = Prompts.hashes("bad", 0, 1).getFirst().toString();
            String second = Prompts.hashes("bad", 1, 2).getFirst().toString();

            assertEquals(ExitCode.DONE, run("drop " + hash + " " + second + " --json" + master), () -> out + "" + err);
            JsonNode told = JsonMapper.shared().readTree(out.toString());
            assertEquals(4, told.path("dropped").size(), out::toString);
            int memory = 0;
            int ssd = 0;
            for (JsonNode each : told.path("dropped")) {
                memory += each.path("in_memory").asInt(0);
                ssd += each.path("on_ssd").asInt(0);
            }
            assertEquals(List.of(4, 2), List.of(memory, ssd), out::toString);
            nodes.kill("a");
            startWithSsd(nodes);

            assertFalse(prompts.query("a", "bad", BLOCKS).getFirst().isHit());
            assertFalse(prompts.query("b", "bad", BLOCKS).getFirst().isHit());
            assertTrue(prompts.query("a", "good", BLOCKS).stream().allMatch(Outcome::isHit));
            assertEquals(ExitCode.DONE, run("drop " + hash + master), () -> out + "" + err);
            assertTrue(out.toString().contains(hash + "  a: not in memory; not on SSD"), out::toString);
            nodes.kill("b");
            assertEquals(ExitCode.FAILED, run("drop " + hash + master));
            assertTrue(err.toString().contains("forebay: node b may have them yet"), err::toString);
        }
    }

    @Test
    void wrongUsageIsSaidBeforeAnybodyIsAsked() {
        assertEquals(ExitCode.USAGE, run("drop xyz --master 127.0.0.1:1"));
        assertTrue(err.toString().contains("HASH 'xyz' is not 1 to 64 bytes in hexadecimal"), err::toString);
        assertEquals(ExitCode.FAILED, run("drop 00ff --master 127.0.0.1:1"));
        assertTrue(err.toString().contains("the master at 127.0.0.1:1 does not answer"), err::toString);
        assertEquals(ExitCode.FAILED, run("drop 00ff --node 127.0.0.1:1"));
        assertTrue(err.toString().contains("may have them yet"), err::toString);
    }
}
