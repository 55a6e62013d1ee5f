package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.fetch.Outcome;
import io.forebay.core.handoff.HandoffLevel;
import io.forebay.core.handoff.HandoffScope;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `forebay measure --live`: a master and a node with an SSD, all real, are watched while an engine asks.
@Timeout(120)
final class LiveMeasureTest {
    private static final int BLOCKS = 16;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path folder = Path.of("");

    private int measure(String args) {
        CommandLine forebay = Main.commandLine();
        forebay.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return forebay.execute(("measure --live " + args).split(" "));
    }

    private void startNode(NodeProcesses nodes) throws Exception {
        String ssd = folder.resolve("ssd").toString();
        nodes.startNode("a", 400, "--ssd-directories", ssd, "--ssd-size", "64MiB");
    }

    @Test
    void whatIsReadFromSsdIsSeenOnARunningCluster() throws Exception {
        Path json = folder.resolve("out.json");
        try (NodeProcesses nodes = new NodeProcesses(folder, "--master-warming-min", "0ms")) {
            startNode(nodes);
            Prompts prompts = new Prompts(nodes);
            prompts.saveOnly("a", "prompt", 0, BLOCKS);
            nodes.engine("a")
                    .awaitHandoff(new HandoffScope.OfRequest("prompt"), HandoffLevel.ON_SSD, Prompts.DEADLINE, false);
            nodes.kill("a");
            startNode(nodes);
            String args = "--master " + nodes.masterHttp() + " --for 2s --json " + json;
            CompletableFuture<Integer> code = CompletableFuture.supplyAsync(() -> measure(args));
            while (!code.isDone()) {
                assertEquals(Collections.nCopies(BLOCKS, Outcome.SSD), prompts.query("a", "prompt", BLOCKS));
            }
            assertEquals(ExitCode.DONE, code.join(), err::toString);
        }
        JsonNode result = JsonMapper.shared().readTree(json.toFile());
        assertEquals(1, result.path("nodes").asInt());
        assertEquals(2, result.path("seconds").asInt());
        assertTrue(result.path("blocks").asLong() > 0, result::toString);
        assertEquals(1.0, result.path("ssdOnlyShare").asDouble(), result::toString);
        assertEquals(0.0, result.path("missShare").asDouble(-1), result::toString);
        assertTrue(result.path("ssdOnly").path("max").asLong() >= BLOCKS, result::toString);
        assertEquals(0.0, result.path("watermark").path("shutShare").asDouble(-1), result::toString);
        assertEquals(1_000, result.path("window").path("usedMillis").asDouble(), result::toString);
        String text = out.toString();
        assertTrue(text.contains("1 nodes for 2 s"), text);
        assertTrue(text.contains(result.path("go").asBoolean() ? "verdict       go" : "verdict       no go"), text);
    }

    @Test
    void aClusterThatNobodyUsesGetsNoVerdict() throws Exception {
        try (NodeProcesses nodes = new NodeProcesses(folder, "--master-warming-min", "0ms")) {
            nodes.startNode("a", 400);
            assertEquals(ExitCode.DONE, measure("--master " + nodes.masterHttp() + " --for 2s"), err::toString);
        }
        assertTrue(out.toString().contains("verdict       none"), out::toString);
        assertTrue(out.toString().contains("no block was asked for"), out::toString);
    }

    @Test
    void aPageThatIsAwayIsNamedAndWhatDoesNotGoTogetherIsRefused() {
        assertEquals(ExitCode.FAILED, measure("--master 127.0.0.1:1"));
        assertTrue(err.toString().startsWith("forebay: no page at http://127.0.0.1:1/"), err::toString);
        err.getBuffer().setLength(0);
        assertEquals(ExitCode.FAILED, measure("--master 127.0.0.1:1 --node 127.0.0.1:2"));
        assertTrue(err.toString().startsWith("forebay: no page at http://127.0.0.1:2/metrics"), err::toString);
        assertEquals(ExitCode.USAGE, measure("--for 1s"));
        assertEquals(ExitCode.USAGE, measure("--for soon"));
        assertEquals(ExitCode.USAGE, measure("--dram-blocks 5"));
        assertEquals(ExitCode.USAGE, measure("trace.jsonl"));
    }
}
