package io.forebay.bench.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Where a measurement builds and runs what it needs.
///
/// @param directory for its files; deleted when `exit` ends
/// @param exit undoes what was started
public record Workshop(Path directory, ExitStack exit) {
    /// A workshop in a new directory under the system's temporary one.
    public static Workshop open(ExitStack exit) throws IOException {
        Path parent = Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
        return new Workshop(Directories.temporary(parent, "forebay-", exit), exit);
    }

    /// Runs `command` to its end, its standard output going to a file here, which is returned.
    ///
    /// @throws IOException when it does not end in time
    public Path run(List<String> command, Duration deadline) throws IOException {
        Path output = directory.resolve("output-" + Path.of(command.getFirst()).getFileName());
        Process process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            if (!process.waitFor(deadline.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new IOException(command.getFirst() + " did not end within " + deadline.toSeconds() + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while running " + command.getFirst(), e);
        } finally {
            process.destroyForcibly();
        }
        return output;
    }
}
