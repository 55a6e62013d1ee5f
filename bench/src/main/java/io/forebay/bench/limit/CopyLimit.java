package io.forebay.bench.limit;

import io.forebay.bench.process.ChildProcess;
import io.forebay.bench.process.Program;
import io.forebay.bench.process.Workshop;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// The limit of every same-host read: a C `memcpy` of the same bytes between the same two files, one thread.
///
/// The program is compiled when it is needed, since a build must not need a C compiler.
public final class CopyLimit {
    private static final String SOURCE = "copy_limit.c";
    private static final Duration COMPILE_TIME = Duration.ofMinutes(1);
    private static final Duration PASS_TIME = Duration.ofMinutes(2);

    private final ChildProcess program;
    private final long lengthBytes;

    private CopyLimit(ChildProcess program, long lengthBytes) {
        this.program = program;
        this.lengthBytes = lengthBytes;
    }

    /// A range of a file that is mapped and copied from or to.
    public record FileRange(Path file, long offsetBytes) {}

    /// Compiles the program into `directory` and starts it; both ranges have been touched when it returns.
    ///
    /// @param pieceBytes length of one `memcpy`
    public static CopyLimit start(
            FileRange source, FileRange destination, long lengthBytes, long pieceBytes, Workshop workshop)
            throws IOException {
        List<String> command = List.of(
                compile(workshop).toString(),
                source.file().toString(),
                Long.toString(source.offsetBytes()),
                destination.file().toString(),
                Long.toString(destination.offsetBytes()),
                Long.toString(lengthBytes),
                Long.toString(pieceBytes));
        ChildProcess program = ChildProcess.start("copy_limit", command, workshop.exit());
        String ready = program.nextLine(PASS_TIME);
        if (!ready.equals("ready")) {
            throw new IOException("copy_limit said " + ready);
        }
        return new CopyLimit(program, lengthBytes);
    }

    private static Path compile(Workshop workshop) throws IOException {
        Path compiler = Program.find("gcc", "gcc");
        Path source = workshop.directory().resolve(SOURCE);
        Path binary = workshop.directory().resolve("copy_limit");
        try (InputStream text = CopyLimit.class.getResourceAsStream(SOURCE)) {
            if (text == null) {
                throw new FileNotFoundException(SOURCE);
            }
            Files.write(source, text.readAllBytes());
        }
        Files.deleteIfExists(binary);
        workshop.run(
                List.of(compiler.toString(), "-O3", "-march=native", "-o", binary.toString(), source.toString()),
                COMPILE_TIME);
        if (!Files.isExecutable(binary)) {
            throw new IOException("gcc could not compile " + SOURCE);
        }
        return binary;
    }

    /// One pass over all pieces, in GB/s.
    public double gigabytesPerSecond() throws IOException {
        return lengthBytes / Double.parseDouble(program.ask("go", PASS_TIME)) / 1e9;
    }
}
