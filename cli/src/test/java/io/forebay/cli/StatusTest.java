package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.cli.look.PageReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `forebay status` and `top` against real processes.
@Tag("timed")
@Timeout(120)
final class StatusTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path folder = Path.of("");

    private int run(String args) {
        out.getBuffer().setLength(0);
        CommandLine forebay = Main.commandLine();
        forebay.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return forebay.execute(args.split(" "));
    }

    @Test
    void aClusterIsSeenAtWorkAndWithANodeLost() throws Exception {
        try (NodeProcesses nodes = new NodeProcesses(folder, "--master-warming-min", "0ms")) {
            nodes.startNode("a", 64);
            nodes.startNode("b", 64);
            String master = " --master " + nodes.masterHttp();
            assertEquals(ExitCode.DONE, run("status" + master), out::toString);
            List<String> lines = out.toString().lines().toList();
            assertEquals("ok     nothing is wrong", lines.getFirst());
            assertTrue(lines.get(lines.size() - 1).startsWith("b     up"), out::toString);

            CompletableFuture<Integer> top =
                    CompletableFuture.supplyAsync(() -> run("top --count 2 --interval 1s --json" + master));
            Prompts prompts = new Prompts(nodes);
            for (int prompt = 0; !top.isDone(); prompt++) {
                prompts.saveOnly("a", "prompt" + prompt, 0, 4);
            }
            assertEquals(ExitCode.DONE, top.join(), out::toString);
            List<String> frames = out.toString().lines().toList();
            assertEquals(2, frames.size());
            JsonNode rates = JsonMapper.shared().readTree(frames.getFirst()).path("rates");
            assertTrue(rates.path("a").path("saved_bytes").asDouble(0) > 0, out::toString);
            assertEquals(0, rates.path("b").path("saved_bytes").asDouble(-1), out::toString);

            nodes.kill("b");
            assertEquals(ExitCode.FAILED, run("status" + master), out::toString);
            assertTrue(out.toString().startsWith("WRONG  node b does not answer ("), out::toString);
            nodes.killMaster();
            assertEquals(
                    ExitCode.FAILED,
                    run("status" + master + " --node " + nodes.member("a").http()));
            assertTrue(out.toString().startsWith("WRONG  the master at "), out::toString);
            assertTrue(
                    out.toString().lines().toList().getLast().contains("NO SESSION")
                            || out.toString().lines().toList().getLast().contains(" up "),
                    out::toString);
        }
    }

    @Test
    void aMasterThatTellsOthersAWrongAddressIsWrongAndRunsAllTheSame() throws Exception {
        try (NodeProcesses nodes = new NodeProcesses(folder, "--advertise-host", "127.0.0.2")) {
            String pages = nodes.masterHttp().replace("127.0.0.2", "127.0.0.1");
            NodeProcesses.await("the warning", () -> {
                run("status --master " + pages);
                return out.toString()
                        .startsWith("WRONG  the master tells others where it does not reach itself: control");
            });
            try (PageReader reader = new PageReader(Duration.ofSeconds(5))) {
                PageReader.Page ready = reader.get(pages, "/health/ready");
                assertEquals(200, ready.status());
                assertTrue(ready.body().contains("http 127.0.0.2:"), ready::body);
            }
        }
    }

    @Test
    void wrongUsageIsToldWithoutAsking() {
        assertEquals(ExitCode.USAGE, run("top --interval 5"));
        assertTrue(err.toString().contains("--interval = '5' is not a duration"), err::toString);
        assertEquals(ExitCode.USAGE, run("top --count 0"));
        assertEquals(ExitCode.FAILED, run("status --master no:where:1"));
        assertTrue(out.toString().contains("does not answer"), out::toString);
    }

    @Test
    void onATerminalQEndsTopAndTheTerminalIsAsBefore() throws Exception {
        String java =
                Path.of(System.getProperty("java.home", ""), "bin", "java").toString();
        String command =
                "stty -g; " + java + " -XX:TieredStopAtLevel=1 -cp '" + System.getProperty("java.class.path", "") + "' "
                        + Main.class.getName() + " top --interval 100ms --timeout 1 --node 127.0.0.1:1; stty -g";
        Process script = new ProcessBuilder("script", "-qec", command, "/dev/null")
                .redirectErrorStream(true)
                .start();
        try (var in = script.inputReader();
                var keys = script.outputWriter()) {
            String modes = in.readLine();
            StringBuilder said = new StringBuilder();
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                said.append(line).append('\n');
                if (line.contains("no rate yet") || line.contains("NO ANSWER")) {
                    keys.write('q');
                    keys.flush();
                }
            }
            String all = said.toString();
            assertTrue(all.contains("\u001b[?1049h") && all.contains("\u001b[?1049l"), all);
            assertTrue(all.strip().endsWith(modes.strip()), all);
        } finally {
            script.destroyForcibly();
        }
    }
}
