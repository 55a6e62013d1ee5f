package io.forebay.bench.limit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.bench.process.ExitStack;
import io.forebay.bench.process.Workshop;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SocketLimitTest {
    @Test
    void theProgramsAnswerIsRead(@TempDir Path directory) throws IOException {
        try (ExitStack exit = ExitStack.open()) {
            SocketLimit limit = SocketLimit.start(4 << 20, 128 << 10, new Workshop(directory, exit));
            assertTrue(limit.gigabytesPerSecond() > 0);
            assertTrue(limit.gigabytesPerSecond() > 0);
        }
    }
}
