package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
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

/// `forebay replay --policy`: what it prints, and what it refuses.
@Timeout(60)
final class PolicyReplayTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path folder = Path.of("");

    private int replay(String... args) {
        List<String> all = new ArrayList<>(List.of("replay"));
        all.addAll(List.of(args));
        CommandLine forebay = Main.commandLine();
        forebay.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return forebay.execute(all.toArray(String[]::new));
    }

    private Path trace(String... ids) throws Exception {
        List<String> lines = new ArrayList<>();
        for (String each : ids) {
            lines.add("{\"timestamp\":0,\"input_length\":1,\"output_length\":1,\"hash_ids\":" + each + "}");
        }
        return Files.write(folder.resolve("trace.jsonl"), lines);
    }

    @Test
    void tiersAreToldApart() throws Exception {
        String trace = trace("[1,2]", "[3]", "[1,2]", "[3]").toString();
        Path json = folder.resolve("out.json");
        String sizes = "--policy lru --single-node --dram-blocks 1 --ssd-blocks 2 --exclusive --json " + json;
        List<String> args = new ArrayList<>(List.of(trace));
        args.addAll(List.of(sizes.split(" ")));
        assertEquals(ExitCode.DONE, replay(args.toArray(String[]::new)), err::toString);
        JsonNode result = JsonMapper.shared().readTree(json.toFile());
        assertEquals(JsonMapper.shared().readTree(out.toString()), result);
        assertEquals("exclusive", result.path("tiering").asString());
        assertEquals(0, result.path("dramPrefixHits").asLong(-1));
        assertEquals(3, result.path("ssdPrefixHits").asLong());
        assertEquals(3, result.path("inserts").asLong());
        assertEquals(2, result.path("ssdRequests").asLong());
    }

    @Test
    void whatDoesNotGoTogetherIsRefused() {
        for (String args : List.of(
                "--policy lru --dram-blocks 5",
                "--policy fifo --single-node --dram-blocks 5",
                "--policy lru --single-node --dram-blocks 0",
                "--policy lru --single-node --dram-blocks 5 --promote",
                "--policy lru --single-node --dram-blocks 5 --ssd-blocks 5 --promote --exclusive",
                "--policy lru --single-node --dram-blocks 5 --ssd-blocks 0",
                "--policy lru --single-node --dram-blocks 5 --requests 0",
                "--ssd-blocks 5")) {
            assertEquals(ExitCode.USAGE, replay(args.split(" ")), args);
            assertTrue(err.toString().startsWith("forebay: "), err::toString);
        }
    }
}
