package io.forebay.bench.limit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.bench.process.ExitStack;
import io.forebay.bench.process.Workshop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CopyLimitTest {
    @Test
    void theProgramCopiesExactlyTheRange(@TempDir Path directory) throws IOException {
        byte[] source = new byte[300_000];
        new Random(1).nextBytes(source);
        Path from = Files.write(directory.resolve("from"), source);
        Path to = Files.write(directory.resolve("to"), new byte[300_000]);
        try (ExitStack exit = ExitStack.open()) {
            CopyLimit limit = CopyLimit.start(
                    new CopyLimit.FileRange(from, 1_000),
                    new CopyLimit.FileRange(to, 5_000),
                    100_001,
                    4_096,
                    new Workshop(directory, exit));
            assertTrue(limit.gigabytesPerSecond() > 0);
        }
        byte[] expected = new byte[300_000];
        System.arraycopy(source, 1_000, expected, 5_000, 100_001);
        assertArrayEquals(expected, Files.readAllBytes(to));
        assertArrayEquals(source, Files.readAllBytes(from));
        assertTrue(Arrays.stream(new Path[] {from, to}).allMatch(Files::exists));
    }
}
