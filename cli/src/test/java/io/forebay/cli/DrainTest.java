package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.client.Loaded;
import io.forebay.core.fetch.Outcome;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// `forebay drain` against real processes: `a` has prompts, and an SSD that gets nothing by itself; `b` reads.
@Timeout(120)
final class DrainTest {
    private static final int BLOCKS = 8;

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
        nodes.startNode("a", 400, "--ssd-directories", ssd, "--ssd-size", "64MiB", "--ssd-write", "on_eviction");
    }

    @Test
    void aDrainedNodeServesTakesNothingAndLeavesNothingBehind() throws Exception {
        try (NodeProcesses nodes = new NodeProcesses(folder, "--master-warming-min", "0ms")) {
            startWithSsd(nodes);
            nodes.startNode("b", 400);
            String master = " --master " + nodes.masterHttp();
            Prompts prompts = new Prompts(nodes);
            prompts.save("a", "prompt", 0, BLOCKS);
            try (Loaded held = nodes.engine("a").query("held", Prompts.hashes("prompt", 0, 1), Prompts.DEADLINE)) {
                assertEquals(1, held.hits());
                assertEquals(ExitCode.FAILED, run("drain a --timeout 1" + master), out::toString);
                assertTrue(out.toString().contains("1 leases of engines"), out::toString);
                assertTrue(err.toString().contains("the node stays drained"), err::toString);
            }
            assertEquals(ExitCode.DONE, run("drain a" + master), () -> out.toString() + err);
            assertEquals(
                    "nothing is in use; " + BLOCKS + " blocks in memory",
                    out.toString().lines().toList().getLast());
            assertEquals(BLOCKS, nodes.metric("a", "forebay_ssd_blocks"));
            assertEquals(ExitCode.DONE, run("status" + master), out::toString);
            assertTrue(out.toString().contains("note   node a is drained: it takes no saves"), out::toString);
            assertTrue(out.toString().lines().anyMatch(line -> line.matches("a +DRAINING .*")), out::toString);

            prompts.saveOnly("a", "late", 0, BLOCKS);
            assertEquals(BLOCKS, nodes.metric("a", "forebay_save_blocks_refused_total"));
            assertEquals(Collections.nCopies(BLOCKS, Outcome.PEER), prompts.query("b", "prompt", BLOCKS));
            nodes.kill("a");
            startWithSsd(nodes);
            assertEquals(0, nodes.metric("a", "forebay_node_draining"));
            assertEquals(BLOCKS, nodes.metric("a", "forebay_ssd_blocks"));
            itCanBePutBack(nodes, prompts, master);
        }
    }

    private void itCanBePutBack(NodeProcesses nodes, Prompts prompts, String master) throws Exception {
        String pages = nodes.member("b").http();
        assertEquals(ExitCode.DONE, run("drain " + pages), () -> out.toString() + err);
        nodes.awaitMetric("b", "forebay_node_draining", on -> on == 1);
        assertEquals(ExitCode.DONE, run("drain b --undo" + master), () -> out.toString() + err);
        nodes.awaitMetric("b", "forebay_node_draining", on -> on == 0);
        prompts.save("b", "again", 0, BLOCKS);
        assertEquals(403, fromBrowser(pages));
        assertEquals(0, nodes.metric("b", "forebay_node_draining"));
        assertEquals(ExitCode.FAILED, run("drain nobody" + master));
        assertTrue(err.toString().contains("the master knows no node nobody, it knows [b, a]"), err::toString);
    }

    private static int fromBrowser(String pages) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + pages + "/drain?on=true"))
                    .header("Origin", "http://elsewhere")
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }

    @Test
    void whoDoesNotAnswerIsTold() {
        for (String args : List.of("drain a --master 127.0.0.1:1", "drain 127.0.0.1:1", "drain a --undo --master x")) {
            assertEquals(ExitCode.FAILED, run(args));
            assertTrue(err.toString().contains("does not answer"), err::toString);
        }
    }
}
