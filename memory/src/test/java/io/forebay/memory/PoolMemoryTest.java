package io.forebay.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// That a pool really has its memory: on the file system, and mapped.
class PoolMemoryTest {
    private static final long MIB = 1 << 20;

    @TempDir
    Path directory;

    @Test
    void aLargeFileIsAllocatedToItsEnd() throws IOException, InterruptedException {
        try (Pool pool = Pool.create(new PoolSettings(directory, 300 * MIB, 1 << 16, 0, 0), "n", 1, 7)) {
            Process stat = new ProcessBuilder("stat", "-c", "%b", pool.path().toString()).start();
            String blocks = new String(stat.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            assertEquals(0, stat.waitFor());
            assertTrue(Long.parseLong(blocks) * 512 >= Files.size(pool.path()), blocks);
        }
    }

    @Test
    void everyPageIsMappedBeforeThePoolIsUsed() throws IOException {
        try (Pool touched = Pool.create(new PoolSettings(directory, 130 * MIB, 1 << 16, 3, 0), "touched", 1, 7);
                Pool untouched = Pool.create(new PoolSettings(directory, 130 * MIB, 1 << 16, 0, 0), "lazy", 1, 7)) {
            assertTrue(residentKib(touched.path()) >= 130 * 1024, "touched");
            assertTrue(residentKib(untouched.path()) < 130 * 1024, "untouched");
        }
    }

    @Test
    void touchingThatIsInterruptedIsAnError() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment data = arena.allocate(MIB);
            Thread.currentThread().interrupt();
            IOException e = assertThrows(IOException.class, () -> Prefault.touch(data, 1));
            TestErrors.assertSays("interrupted", e);
            assertTrue(Thread.interrupted());
        }
    }

    /// What the kernel says this process has mapped of a file, in KiB.
    private static long residentKib(Path file) throws IOException {
        List<String> maps = Files.readAllLines(Path.of("/proc/self/smaps"));
        long sum = 0;
        boolean inside = false;
        for (String line : maps) {
            if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
                inside = line.endsWith(file.toString());
            } else if (inside && line.startsWith("Rss:")) {
                sum += Long.parseLong(line.replaceAll("[^0-9]", ""));
            }
        }
        return sum;
    }
}
