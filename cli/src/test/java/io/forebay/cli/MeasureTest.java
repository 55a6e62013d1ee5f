package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `forebay measure`: what it prints, and what it refuses.
@Timeout(60)
final class MeasureTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int measure(String args) {
        CommandLine forebay = Main.commandLine();
        forebay.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return forebay.execute(("measure " + args).split(" "));
    }

    @Test
    void textAndJsonSayTheSame(@TempDir Path folder) {
        Path json = folder.resolve("out.json");
        String sizes = "--dram-size 128MiB --block-size 64KiB --ssd-size 1GiB --bandwidth 64MiB --workers 2";
        assertEquals(ExitCode.DONE, measure("--requests 2000 " + sizes + " --json " + json), err::toString);
        JsonNode result = JsonMapper.shared().readTree(json.toFile());
        assertEquals(2_048, result.path("dramBlocks").asInt());
        assertEquals(16_384, result.path("ssdBlocks").asInt());
        assertEquals(2_048, result.path("promotion").path("ceilingPerSecond").asDouble());
        assertTrue(result.path("ssdOnlyShare").asDouble() > 0);
        String text = out.toString();
        assertTrue(text.contains("DRAM 2048 blocks (lru), SSD 16384 blocks"), text);
        assertTrue(text.contains("2 worker(s), 2048 blocks a second"), text);
        assertTrue(text.contains(result.path("go").asBoolean() ? "verdict       go" : "verdict       no go"), text);
        for (JsonNode reason : result.path("reasons")) {
            assertTrue(text.contains(reason.asString()), text);
        }
    }

    @Test
    void everyTieringIsMeasured() {
        for (String tiering : List.of("exclusive", "serve", "promote")) {
            assertEquals(ExitCode.DONE, measure("--dram-blocks 500 --tiering " + tiering), err::toString);
            assertTrue(out.toString().contains(tiering + ", DRAM 500 blocks (lru), SSD unlimited"), out::toString);
        }
    }

    @Test
    void whatCannotBeMeasuredIsRefused() {
        for (String args : List.of(
                "",
                "--dram-blocks 0",
                "--dram-size 1GiB",
                "--dram-blocks 5 --dram-size 1GiB --block-size 1MiB",
                "--dram-blocks 5 --ssd-blocks 0",
                "--dram-blocks 5 --bandwidth 1GiB",
                "--dram-blocks 5 --bandwidth 1GiB --block-size 1MiB --read-millis 1",
                "--dram-blocks 5 --tiering both",
                "--dram-blocks 5 --policy fifo",
                "--dram-blocks 5 --workers 0",
                "--dram-blocks 5 --gate 0.8",
                "--dram-blocks 5 --requests 0")) {
            assertEquals(ExitCode.USAGE, measure(args.isEmpty() ? "--seed 1" : args), args);
        }
        assertTrue(err.toString().startsWith("forebay: measure needs --dram-blocks N"), err::toString);
    }

    private String refusal(int code, String args) {
        err.getBuffer().setLength(0);
        assertEquals(code, measure(args), args);
        return err.toString().lines().findFirst().orElse("");
    }

    @Test
    void aRefusalNamesTheOptionAndItsLimits() {
        assertEquals(
                "forebay: gate: is 2.0; it must be above --high, 0.9, and at most 1",
                refusal(ExitCode.USAGE, "--dram-blocks 5 --gate 2"));
        assertEquals(
                "forebay: high: is NaN; it must be above 0 and below 1",
                refusal(ExitCode.USAGE, "--dram-blocks 5 --high NaN"));
        assertEquals(
                "forebay: window-millis: is NaN; it must be from 0.0 to 3600000.0",
                refusal(ExitCode.USAGE, "--dram-blocks 5 --window-millis NaN"));
        assertEquals(
                "forebay: --ssd holds -1 blocks; without one there is nothing to measure",
                refusal(ExitCode.USAGE, "--dram-blocks 5 --ssd-blocks -1"));
    }

    @Test
    void aTraceThatIsNoneIsRefusedWithWhereItBreaks(@TempDir Path folder) throws IOException {
        String line = "{\"timestamp\": %d, \"input_length\": 1, \"output_length\": 1, \"hash_ids\": [1]}\n";
        Path torn = Files.writeString(folder.resolve("torn"), line.formatted(1) + "{\"timestamp\": 2, \"inp");
        String broken = refusal(ExitCode.FAILED, torn + " --dram-blocks 5");
        assertTrue(broken.startsWith("forebay: " + torn + ":2: is not valid JSON"), broken);
        Path back = Files.writeString(folder.resolve("back"), line.formatted(9) + line.formatted(5));
        assertEquals(
                "forebay: the trace goes back in time with request 2: 5 ms, behind 9 ms",
                refusal(ExitCode.USAGE, back + " --dram-blocks 5"));
        Path missing = folder.resolve("missing");
        assertEquals(
                "forebay: there is no such file or directory: " + missing,
                refusal(ExitCode.FAILED, missing + " --dram-blocks 5"));
        assertEquals("forebay: TRACE is a directory: " + folder, refusal(ExitCode.USAGE, folder + " --dram-blocks 5"));
    }
}
