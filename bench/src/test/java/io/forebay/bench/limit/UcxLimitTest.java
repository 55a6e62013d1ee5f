package io.forebay.bench.limit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.bench.process.ExitStack;
import io.forebay.bench.process.Workshop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UcxLimitTest {
    @TempDir
    Path directory = Path.of("");

    @Test
    void theProgramsAnswerIsRead() throws IOException {
        try (ExitStack exit = ExitStack.open()) {
            UcxLimit limit = UcxLimit.find(16 << 20, 4, new Workshop(directory, exit));
            assertTrue(limit.gigabytesPerSecond(1 << 20) > 0);
            assertTrue(limit.gigabytesPerSecond(1 << 20) > 0);
        }
    }

    @Test
    void theWholeRunCountsInMebibytes() throws IOException {
        Path answer = Files.writeString(directory.resolve("answer"), """
                iterations,50.0_percentile_lat,avg_lat,overall_lat,avg_bw,overall_bw,avg_mr,overall_mr
                2048,476.317,3010.847,1625.820,332.13,1000.00,332,615
                """);
        assertEquals(1.048576, UcxLimit.overall(answer), 1e-9);
    }

    @Test
    void anAnswerWithoutAResultIsAnError() throws IOException {
        Path answer = Files.writeString(directory.resolve("answer"), "");
        assertThrows(IOException.class, () -> UcxLimit.overall(answer));
        Files.writeString(answer, "iterations,50.0_percentile_lat,avg_lat,overall_lat,avg_bw,overall_bw\n");
        assertThrows(IOException.class, () -> UcxLimit.overall(answer));
    }
}
