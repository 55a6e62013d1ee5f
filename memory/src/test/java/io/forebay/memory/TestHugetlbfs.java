package io.forebay.memory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/// A hugetlbfs of its own, with a reserve for a test; the reserve is put back as it was. A machine that does
/// not allow that skips the test.
///
/// @param reserved what the machine had before
record TestHugetlbfs(Path directory, long reserved) implements AutoCloseable {
    private static final Path RESERVE = Path.of("/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages");
    private static final Path FREE = RESERVE.resolveSibling("free_hugepages");

    /// With exactly so many free pages.
    static TestHugetlbfs mount(Path directory, int pages) throws IOException {
        Assumptions.assumeTrue(Files.isWritable(RESERVE), "the reserve of huge pages cannot be changed here");
        long before = read(RESERVE);
        TestHugetlbfs mounted = new TestHugetlbfs(directory, before);
        Files.writeString(RESERVE, String.valueOf(before - read(FREE) + pages));
        boolean possible = read(FREE) == pages
                && run(List.of("mount", "-t", "hugetlbfs", "-o", "pagesize=2M", "none", directory.toString()));
        if (!possible) {
            Files.writeString(RESERVE, String.valueOf(before));
        }
        Assumptions.assumeTrue(possible, "no huge pages can be had here");
        return mounted;
    }

    @Override
    public void close() throws IOException {
        run(List.of("umount", directory.toString()));
        Files.writeString(RESERVE, String.valueOf(reserved));
    }

    private static long read(Path file) throws IOException {
        return Long.parseLong(Files.readString(file).strip());
    }

    private static boolean run(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String ignored = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            return process.waitFor() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted: " + ignored, e);
        }
    }
}
