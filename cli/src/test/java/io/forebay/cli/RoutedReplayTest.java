package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `forebay replay --router`: with real processes what a router triggers is not read from SSD by a get; and what is
/// refused.
@Timeout(120)
final class RoutedReplayTest {
    private static final int PROMPTS = 16;
    private static final int COME_BACK = 3;
    private static final long BLOCKS = 40;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path folder = Path.of("");

    private int replay(String args) {
        CommandLine forebay = Main.commandLine();
        forebay.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return forebay.execute(("replay --router " + args).split(" "));
    }

    /// One prompt to warm up with; then more blocks than there is memory for; and once that has settled the first of
    /// them again, each as many as the buffer has room for.
    private Path trace() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < PROMPTS + COME_BACK; i++) {
            int prompt = i < PROMPTS ? i : 1 + i - PROMPTS;
            long millis = i == 0 ? 0 : i < PROMPTS ? 1_500 + i * 150L : 6_000 + (i - PROMPTS) * 600L;
            String ids = LongStream.range(prompt * BLOCKS, (prompt + 1) * BLOCKS)
                    .mapToObj(Long::toString)
                    .collect(Collectors.joining(","));
            lines.add("{\"timestamp\":%d,\"input_length\":1,\"output_length\":1,\"hash_ids\":[%s]}"
                    .formatted(millis, ids));
        }
        return Files.write(folder.resolve("trace.jsonl"), lines);
    }

    @Test
    void whatARouterTriggersIsNotReadFromSsdByAGet() throws IOException {
        Path json = folder.resolve("out.json");
        Path ssd = Files.createDirectory(folder.resolve("ssd"));
        String sizes =
                " --block-size 16KiB --nodes 1 --pool-size 7680KiB --window 500ms --fabric tcp --ssd-directory " + ssd;
        assertEquals(
                ExitCode.DONE,
                replay(trace() + sizes + " --compare --modes ssd,trigger --json " + json),
                err::toString);
        JsonNode result = JsonMapper.shared().readTree(json.toFile());
        for (JsonNode run : result.path("runs")) {
            assertEquals(PROMPTS + COME_BACK, run.path("requests").asInt(), run::toString);
            assertEquals(0, run.path("corrupt").asInt(-1), run::toString);
            assertTrue(run.path("tasks").path("sumsHold").asBoolean(), run::toString);
            JsonNode gets = run.path("gets");
            long blocks = Stream.of("memory", "buffer", "ssd", "peer", "miss")
                    .mapToLong(name -> gets.path(name).asLong(-1))
                    .sum();
            assertEquals((PROMPTS + COME_BACK) * BLOCKS, blocks, run::toString);
            JsonNode prefetch = run.path("prefetch");
            long ends = Stream.of("used", "late", "wasted", "expired")
                    .mapToLong(name -> prefetch.path(name).asLong(-1))
                    .sum();
            assertEquals(prefetch.path("queued").asLong(-1), ends, run::toString);
        }
        JsonNode ssdRun = result.path("runs").path(0);
        JsonNode triggered = result.path("runs").path(1);
        assertEquals("trigger", triggered.path("mode").asString());
        assertTrue(ssdRun.path("gets").path("ssd").asLong() > 0, ssdRun::toString);
        assertTrue(
                triggered.path("ssdOnCriticalPathShare").asDouble()
                        < ssdRun.path("ssdOnCriticalPathShare").asDouble(),
                result::toString);
        assertTrue(out.toString().contains("SSD on the critical path"), out::toString);
        try (Stream<Path> left = Files.list(ssd)) {
            assertEquals(0, left.count());
        }
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() {
        for (String args : List.of(
                "--modes fast",
                "--modes ssd,ssd",
                "--speed 0",
                "--window 2m",
                "--chaos kill-node=1@50%",
                "--master 127.0.0.1:1",
                "--ssd-directory /nowhere",
                "--pool-size 64KiB",
                "--policy lru --single-node --dram-blocks 5")) {
            err.getBuffer().setLength(0);
            assertEquals(ExitCode.USAGE, replay(args), args);
            assertTrue(err.toString().startsWith("forebay: "), err::toString);
        }
        CommandLine forebay = Main.commandLine().setErr(new PrintWriter(err, true));
        assertEquals(ExitCode.USAGE, forebay.execute("replay", "--compare"));
    }
}
