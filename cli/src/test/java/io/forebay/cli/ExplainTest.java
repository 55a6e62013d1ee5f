package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.client.Loaded;
import io.forebay.core.block.BlockHash;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `forebay explain` against real processes: owners `a` and `b` of every prompt, and `reader`, who has nothing.
@Tag("timed")
@Timeout(240)
final class ExplainTest {
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    /// Which of two equal owners is asked first is chance: with so many prompts the dead one is met for certain.
    private static final int PROMPTS = 20;

    @TempDir
    static Path folder = Path.of("");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private NodeProcesses nodes;

    @BeforeEach
    void start() throws Exception {
        nodes = new NodeProcesses(folder, "--master-node-stale", "10m", "--master-node-expiry", "10m");
        for (String name : List.of("a", "b", "reader")) {
            nodes.startNode(name, 400);
        }
        for (String owner : List.of("a", "b")) {
            for (int prompt = 0; prompt < PROMPTS; prompt++) {
                List<BlockHash> hashes = hashes(prompt);
                nodes.engine(owner).save("save" + prompt, hashes, (block, slot, bytes) -> bytes.fill((byte) block));
                assertTrue(nodes.engine(owner)
                        .awaitHandoff("save" + prompt, DEADLINE)
                        .isComplete());
            }
        }
    }

    @AfterEach
    void stop() {
        nodes.close();
    }

    private static List<BlockHash> hashes(int prompt) {
        return IntStream.range(0, 8)
                .mapToObj(i -> StoppableEngine.hash("prompt" + prompt + "/" + i))
                .toList();
    }

    private int explain(String subject, String... more) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        List<String> args = new ArrayList<>(List.of("explain", subject, "--master", nodes.masterHttp()));
        args.addAll(List.of(more));
        CommandLine forebay = Main.commandLine();
        forebay.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return forebay.execute(args.toArray(String[]::new));
    }

    private void assertTold(String... parts) {
        String told = out.toString();
        int from = 0;
        for (String part : parts) {
            from = told.indexOf(part, from);
            assertTrue(from >= 0, "no '" + part + "' here or behind what is before it, in\n" + told);
        }
    }

    /// The prompt at which the reader met the dead owner.
    private int killAndMeet(String owner) throws Exception {
        nodes.kill(owner);
        for (int prompt = 0; prompt < PROMPTS; prompt++) {
            try (Loaded loaded = nodes.engine("reader").query("load" + prompt, hashes(prompt), DEADLINE)) {
                assertEquals(8, loaded.hits());
            }
            if (nodes.metric("reader", "forebay_fetch_attempts_total{end=\"peer_failed\"}") > 0) {
                return prompt;
            }
        }
        throw new AssertionError("the dead owner was never asked");
    }

    @Test
    void theReadersStorySaysWhichOwnerFailedAndWhyAndWhoCameToHelp() throws Exception {
        int met = killAndMeet("a");
        assertEquals(ExitCode.DONE, explain("load" + met), out::toString);
        assertTold(
                "request load" + met,
                "asks for 8 blocks from",
                "the master names",
                "a gave 0 of 8 blocks: peer_failed, connect (",
                "b gave 8 of 8 blocks: complete",
                "is answered: 8 peer",
                "no answer from node a (");
        assertEquals(1, nodes.metric("reader", "forebay_fetch_attempts_total{cause=\"connect\"}"));

        assertEquals(ExitCode.DONE, explain(hashes(met).get(3).toString()), out::toString);
        assertTold(
                "saved for request save" + met + ", with 7 others",
                "a gave 0 of 8 blocks: peer_failed, connect (",
                "; this block did not come",
                "b gave 8 of 8 blocks: complete; this block came",
                "is answered: 8 peer; this block: peer",
                "now:");
        assertTold("registered by a", "now:", "master", "owner ");
        assertTold("now:", "node reader", "resident, ", "ledger: ");

        JsonNode tree = json(hashes(met).get(3).toString());
        assertTrue(tree.path("found").asBoolean(false), out::toString);
        assertEquals("node a", tree.path("unanswered").path(0).path("source").asString(""));
        long before = 0;
        for (JsonNode line : tree.path("lines")) {
            assertTrue(line.path("at_micros").asLong(0) >= before, out::toString);
            before = line.path("at_micros").asLong(0);
        }
        assertTrue(Math.abs(before / 1_000 - System.currentTimeMillis()) < 240_000, out::toString);
        nothingElseIsKnown();
    }

    private JsonNode json(String subject) {
        assertEquals(ExitCode.DONE, explain(subject, "--json"), out::toString);
        return JsonMapper.shared().readTree(out.toString());
    }

    private void nothingElseIsKnown() {
        assertEquals(ExitCode.FAILED, explain("nobody asked this"), out::toString);
        assertTold("nothing is known of it", "no answer from node a (");
        assertEquals(ExitCode.FAILED, explain("abcdef"), out::toString);
        assertTold("nobody who answered has it", "nothing is known of it");
        assertEquals(ExitCode.DONE, explain("load0", "--node", "127.0.0.1:1"), out::toString);
        assertTold("no answer from node 127.0.0.1:1");
    }
}
