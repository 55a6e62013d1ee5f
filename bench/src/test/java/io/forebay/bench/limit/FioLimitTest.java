package io.forebay.bench.limit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.bench.process.ExitStack;
import io.forebay.bench.process.Workshop;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FioLimitTest {
    @TempDir
    Path directory = Path.of("");

    @Test
    void theProgramReadsAndWrites() throws IOException {
        try (ExitStack exit = ExitStack.open()) {
            FioLimit fio = FioLimit.find(directory, 8 << 20, 4, new Workshop(directory, exit));
            assertTrue(fio.randomReads(1 << 20).gigabytesPerSecond() > 0);
            assertTrue(fio.verifiedReads(1 << 20).gigabytesPerSecond() > 0);
            assertTrue(fio.verifiedReads(64 << 10).gigabytesPerSecond() > 0);
            assertTrue(fio.sequentialWrites(1 << 20).gigabytesPerSecond() > 0);
        }
    }

    @Test
    void aByteThatIsNotWhatWasWrittenEndsVerifiedReads() throws IOException {
        try (ExitStack exit = ExitStack.open()) {
            FioLimit fio = FioLimit.find(directory, 8 << 20, 4, new Workshop(directory, exit));
            fio.verifiedReads(64 << 10);
            try (RandomAccessFile file =
                    new RandomAccessFile(directory.resolve("fio-checksums").toFile(), "rw")) {
                file.seek(100_000);
                int was = file.read();
                file.seek(100_000);
                file.write(~was);
            }
            assertThrows(IOException.class, () -> fio.verifiedReads(64 << 10));
        }
    }

    @Test
    void bytesAndProcessorTimeCountAgainstTheWholeRun() throws IOException {
        Path answer = Files.writeString(directory.resolve("answer"), """
                {"jobs": [{"read": {"io_bytes": 2000000000}, "write": {"io_bytes": 0},
                           "job_runtime": 4000, "usr_cpu": 5.0, "sys_cpu": 20.0}]}
                """);
        FioLimit.Pass pass = FioLimit.parse("read", answer);
        assertEquals(0.5, pass.gigabytesPerSecond(), 1e-9);
        assertEquals(0.5, pass.cpuSecondsPerGigabyte(), 1e-9);
        assertThrows(IOException.class, () -> FioLimit.parse("write", answer));
        Files.writeString(
                answer, Files.readString(answer).replace("\"job_runtime\"", "\"error\": 84, \"job_runtime\""));
        assertThrows(IOException.class, () -> FioLimit.parse("read", answer));
    }
}
