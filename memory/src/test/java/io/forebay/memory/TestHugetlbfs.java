package io.forebay.memory;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// A hugetlbfs of its own, with a reserve for a test; the reserve is put back as it was. Only root may do that. The
/// reserve is the whole machine's, so that one process at a time has such a test.
///
/// @param reserved what the machine had before
/// @param turn held while the reserve is changed
record TestHugetlbfs(Path directory, long reserved, FileChannel turn) implements AutoCloseable {
    private static final Path RESERVE = Path.of("/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages");
    private static final Path FREE = RESERVE.resolveSibling("free_hugepages");
    private static final Path TURN = Path.of(System.getProperty("java.io.tmpdir"), "forebay-test-hugepages.lock");
    private static final long TURN_NANOS = TimeUnit.SECONDS.toNanos(60);

    /// With exactly so many free pages.
    static TestHugetlbfs mount(Path directory, int pages) throws IOException {
        FileChannel turn = takeTurn();
        long before = read(RESERVE);
        TestHugetlbfs mounted = new TestHugetlbfs(directory, before, turn);
        try {
            Files.writeString(RESERVE, String.valueOf(before - read(FREE) + pages));
            if (read(FREE) != pages) {
                throw new IOException("this test reserves " + pages + " huge pages; the kernel found " + read(FREE));
            }
            run(List.of("mount", "-t", "hugetlbfs", "-o", "pagesize=2M", "none", directory.toString()));
        } catch (IOException e) {
            mounted.putBack();
            throw new IOException("this test reserves huge pages and mounts a hugetlbfs, which needs root", e);
        }
        return mounted;
    }

    private static FileChannel takeTurn() throws IOException {
        FileChannel channel = FileChannel.open(TURN, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        long start = System.nanoTime();
        FileLock lock = channel.tryLock();
        while (lock == null) {
            if (System.nanoTime() - start > TURN_NANOS) {
                channel.close();
                throw new IOException("another process has the reserve of huge pages: " + TURN);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            lock = channel.tryLock();
        }
        return channel;
    }

    @Override
    public void close() throws IOException {
        try {
            run(List.of("umount", directory.toString()));
        } finally {
            putBack();
        }
    }

    private void putBack() throws IOException {
        try (turn) {
            Files.writeString(RESERVE, String.valueOf(reserved));
        }
    }

    private static long read(Path file) throws IOException {
        return Long.parseLong(Files.readString(file).strip());
    }

    private static void run(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            int status = process.waitFor();
            if (status != 0) {
                throw new IOException(String.join(" ", command) + " ended with " + status + ": " + said);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
