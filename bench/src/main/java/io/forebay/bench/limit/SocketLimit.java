package io.forebay.bench.limit;

import io.forebay.bench.process.ChildProcess;
import io.forebay.bench.process.Program;
import io.forebay.bench.process.Workshop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The limit of every read over TCP: `iperf3` on the loopback device, one stream.
public final class SocketLimit {
    private static final String HOST = "127.0.0.1";
    private static final Duration START_TIME = Duration.ofSeconds(10);
    private static final Duration PASS_TIME = Duration.ofMinutes(1);
    private static final JsonMapper JSON = new JsonMapper();

    private final List<String> command;
    private final Workshop workshop;

    private SocketLimit(List<String> command, Workshop workshop) {
        this.command = command;
        this.workshop = workshop;
    }

    /// Starts the server side, stopped when the workshop's exit stack ends.
    ///
    /// @param lengthBytes sent in one pass
    /// @param pieceBytes of one write
    public static SocketLimit start(long lengthBytes, long pieceBytes, Workshop workshop) throws IOException {
        String program = Program.find("iperf3", "iperf3").toString();
        String port = Integer.toString(freePort());
        ChildProcess server = ChildProcess.start(
                "iperf3",
                List.of(program, "-s", "-B", HOST, "-p", port, "--forceflush"),
                workshop.directory().resolve("iperf3.log"),
                workshop.exit());
        while (!server.nextLine(START_TIME).contains("listening")) {
            // A rule of dashes comes first.
        }
        String length = Long.toString(lengthBytes);
        String piece = Long.toString(pieceBytes);
        return new SocketLimit(List.of(program, "-c", HOST, "-p", port, "-n", length, "-l", piece, "-J"), workshop);
    }

    /// iperf3 and ucx_perftest take no port 0, so a free one is found first; somebody else may take it in between, and
    /// then the server ends and says why.
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /// One pass, in GB/s as the receiving side counts.
    public double gigabytesPerSecond() throws IOException {
        Path answer = workshop.run(command, PASS_TIME);
        JsonNode tree = JSON.readTree(Files.readString(answer));
        double bitsPerSecond =
                tree.path("end").path("sum_received").path("bits_per_second").asDouble(0);
        if (bitsPerSecond <= 0) {
            throw new IOException("iperf3: " + tree.path("error").asString("no result"));
        }
        return bitsPerSecond / 8e9;
    }
}
