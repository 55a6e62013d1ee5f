package io.forebay.memory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// A tmpfs of its own, so that a test can fill a file system or find it read-only. Only root may mount one.
public record TestTmpfs(Path directory) implements AutoCloseable {

    public static TestTmpfs mount(Path directory, String options) throws IOException {
        run(List.of("mount", "-t", "tmpfs", "-o", options, "forebay-test", directory.toString()));
        return new TestTmpfs(directory);
    }

    /// Lazily: a failing test may still have a pool mapped there.
    @Override
    public void close() throws IOException {
        run(List.of("umount", "--lazy", directory.toString()));
    }

    private static void run(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            int status = process.waitFor();
            if (status != 0) {
                throw new IOException("this test mounts a small tmpfs, which needs root; " + String.join(" ", command)
                        + " ended with " + status + ": " + said);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
