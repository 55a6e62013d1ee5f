package io.forebay.bench.limit;

import io.forebay.bench.process.Program;
import io.forebay.bench.process.Workshop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What `fio` gets out of a file system past the page cache, with the system's asynchronous I/O. One thread.
public final class FioLimit {
    private static final Duration PASS_TIME = Duration.ofMinutes(5);
    private static final double PERCENT_MILLIS = 100_000;

    private final Path program;
    private final Path directory;
    private final long passBytes;
    private final int inFlight;
    private final Workshop workshop;
    private long checkedPieceBytes;

    private FioLimit(Path program, Path directory, long passBytes, int inFlight, Workshop workshop) {
        this.program = program;
        this.directory = directory;
        this.passBytes = passBytes;
        this.inFlight = inFlight;
        this.workshop = workshop;
    }

    /// What one pass came to.
    ///
    /// @param cpuSecondsPerGigabyte of fio itself
    public record Pass(double gigabytesPerSecond, double cpuSecondsPerGigabyte) {}

    /// A limit on the file system of `directory`.
    ///
    /// @param directory for its file, which is as large as a pass
    /// @param inFlight I/Os at one time
    /// @throws io.forebay.bench.process.MissingProgramException when fio is not installed
    public static FioLimit find(Path directory, long passBytes, int inFlight, Workshop workshop) throws IOException {
        return new FioLimit(Program.find("fio", "fio"), directory, passBytes, inFlight, workshop);
    }

    /// Reads every piece of the file once, in random order.
    public Pass randomReads(long pieceBytes) throws IOException {
        return run("read", List.of("--rw=randread", "--bs=" + pieceBytes, "--filename=fio-reads", "--randrepeat=0"));
    }

    /// The same, and compares each piece with its CRC32C, on the thread that reads. The file with the checksums is
    /// written first where the pieces have another size than before; that does not count.
    public Pass verifiedReads(long pieceBytes) throws IOException {
        List<String> file =
                List.of("--bs=" + pieceBytes, "--filename=fio-checksums", "--verify=crc32c", "--verify_state_save=0");
        if (checkedPieceBytes != pieceBytes) {
            run("write", with(file, "--rw=write", "--do_verify=0"));
            checkedPieceBytes = pieceBytes;
        }
        return run("read", with(file, "--rw=randread", "--randrepeat=0"));
    }

    private static List<String> with(List<String> some, String... more) {
        return Stream.concat(some.stream(), Stream.of(more)).toList();
    }

    /// Writes a new file front to back and syncs it.
    public Pass sequentialWrites(long pieceBytes) throws IOException {
        return run(
                "write",
                List.of("--rw=write", "--bs=" + pieceBytes, "--filename=fio-writes", "--end_fsync=1", "--unlink=1"));
    }

    private Pass run(String kind, List<String> how) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                program.toString(),
                "--name=limit",
                "--directory=" + directory,
                "--size=" + passBytes,
                "--direct=1",
                "--ioengine=libaio",
                "--iodepth=" + inFlight,
                "--output-format=json"));
        command.addAll(how);
        return parse(kind, workshop.run(command, PASS_TIME));
    }

    static Pass parse(String kind, Path answer) throws IOException {
        JsonNode job = job(answer);
        double bytes = job.path(kind).path("io_bytes").asDouble(0);
        double millis = job.path("job_runtime").asDouble(0);
        int error = job.path("error").asInt(0);
        if (bytes <= 0 || millis <= 0 || error != 0) {
            throw new IOException("fio: no result, error " + error + ", in " + answer);
        }
        double cpu = (job.path("usr_cpu").asDouble(0) + job.path("sys_cpu").asDouble(0)) * millis / PERCENT_MILLIS;
        return new Pass(bytes / millis / 1e6, cpu / bytes * 1e9);
    }

    /// What it says of its one job. Where it found a piece damaged, it says that first, in words.
    private static JsonNode job(Path answer) throws IOException {
        try {
            return JsonMapper.shared().readTree(answer.toFile()).path("jobs").path(0);
        } catch (JacksonException e) {
            throw new IOException(
                    "fio failed: "
                            + Files.readString(answer).lines().findFirst().orElse(""),
                    e);
        }
    }
}
