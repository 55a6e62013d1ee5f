package io.forebay.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class ProgressTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    private long now;

    @Test
    void aLogGetsALineEveryFiveSecondsAndTheLastOne() {
        Progress progress = new Progress(out, false, () -> now, 60);
        for (int i = 0; i < 60; i++) {
            now += 250_000_000L;
            progress.step("replay");
        }
        progress.end();
        assertEquals("""
                replay: 20 of 60 (33 %), 0:05 elapsed, 0:10 left
                replay: 40 of 60 (66 %), 0:10 elapsed, 0:05 left
                replay: 60 of 60 (100 %), 0:15 elapsed, 0:00 left
                """, bytes.toString(StandardCharsets.UTF_8));
    }

    @Test
    void aTerminalLineCoversTheOneBefore() {
        Progress progress = new Progress(out, true, () -> now, 2);
        now += 60_000_000_000L;
        progress.step("a long name");
        progress.step("b");
        progress.end();
        assertEquals(
                "\ra long name: 1 of 2 (50 %), 1:00 elapsed, 1:00 left"
                        + "\rb: 2 of 2 (100 %), 1:00 elapsed, 0:00 left         " + System.lineSeparator(),
                bytes.toString(StandardCharsets.UTF_8));
    }
}
