package io.forebay.bench.limit;

import io.forebay.bench.process.ChildProcess;
import io.forebay.bench.process.Program;
import io.forebay.bench.process.Workshop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// The limit of every read over UCX: `ucx_perftest`, one-sided gets between two processes with peer error handling
/// and as many outstanding as ours, both polling without a pause, and UCX choosing the way.
///
/// It reads the same block over and over, so its bytes are in the cache at both ends: it takes a working set only as
/// one message of that size, which is another measurement. So the limit is the stricter one.
public final class UcxLimit {
    private static final String HOST = "127.0.0.1";
    private static final Duration START_TIME = Duration.ofSeconds(10);
    private static final Duration PASS_TIME = Duration.ofMinutes(2);
    private static final double MEGABYTE = 1 << 20;
    private static final int OVERALL_BANDWIDTH = 5;

    private final List<String> program;
    private final List<String> lineBuffered;
    private final String inFlight;
    private final long lengthBytes;
    private final Workshop workshop;

    private UcxLimit(List<String> program, String lineBuffered, int inFlight, long lengthBytes, Workshop workshop) {
        this.program = program;
        this.lineBuffered = List.of(lineBuffered, "-oL");
        this.inFlight = Integer.toString(inFlight);
        this.lengthBytes = lengthBytes;
        this.workshop = workshop;
    }

    /// Finds the programs. The segments are those that the `ucx` fabric sets.
    ///
    /// @param lengthBytes got in one pass
    /// @param inFlight gets outstanding at one time
    public static UcxLimit find(long lengthBytes, int inFlight, Workshop workshop) throws IOException {
        List<String> program = List.of(
                Program.find("env", "coreutils").toString(),
                "UCX_TCP_TX_SEG_SIZE=64k",
                "UCX_TCP_RX_SEG_SIZE=64k",
                Program.find("ucx_perftest", "ucx-utils").toString());
        String lineBuffered = Program.find("stdbuf", "coreutils").toString();
        return new UcxLimit(program, lineBuffered, inFlight, lengthBytes, workshop);
    }

    /// One pass, in GB/s.
    ///
    /// @param pieceBytes of one get
    public double gigabytesPerSecond(long pieceBytes) throws IOException {
        String port = Integer.toString(SocketLimit.freePort());
        List<String> serve = joined(joined(lineBuffered, program), List.of("-p", port));
        // It serves one client and ends.
        try (ChildProcess server = ChildProcess.start("ucx_perftest", serve, workshop.exit())) {
            while (!server.nextLine(START_TIME).startsWith("Waiting")) {
                // Whatever else it says.
            }
            return overall(workshop.run(joined(program, ask(port, pieceBytes)), PASS_TIME));
        }
    }

    private List<String> ask(String port, long pieceBytes) {
        String pieces = Long.toString(lengthBytes / pieceBytes);
        String piece = Long.toString(pieceBytes);
        return List.of(
                HOST, "-p", port, "-t", "ucp_get", "-s", piece, "-n", pieces, "-w", inFlight, "-O", inFlight, "-e",
                "-E", "poll", "-f", "-v");
    }

    /// The bandwidth of the last line, which is the whole run's: megabytes are 2^20 here.
    static double overall(Path answer) throws IOException {
        List<String> lines = Files.readAllLines(answer);
        String[] fields = lines.isEmpty() ? new String[0] : lines.getLast().split(",", -1);
        try {
            return Double.parseDouble(fields[OVERALL_BANDWIDTH].strip()) * MEGABYTE / 1e9;
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IOException("ucx_perftest: no result in " + lines, e);
        }
    }

    private static List<String> joined(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
