package io.forebay.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A process that follows vLLM's events, written in Python against vLLM's schema, with the ZeroMQ and msgpack that its
/// users have. One thread.
final class VllmSubscriber implements AutoCloseable {
    private static final String SCRIPT = "vllm_subscriber.py";

    private final Process process;
    private final Writer ask;
    private final BufferedReader said;

    /// @param lost the share of live messages that it loses on purpose
    VllmSubscriber(Path folder, String endpoint, String replayEndpoint, double lost, int seed) throws IOException {
        Path script = folder.resolve(SCRIPT);
        try (var source = Objects.requireNonNull(VllmSubscriber.class.getResourceAsStream(SCRIPT), SCRIPT)) {
            Files.write(script, source.readAllBytes());
        }
        process = new ProcessBuilder(
                        "/usr/bin/python3",
                        script.toString(),
                        endpoint,
                        replayEndpoint,
                        Double.toString(lost),
                        Integer.toString(seed))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        ask = process.outputWriter(StandardCharsets.UTF_8);
        said = process.inputReader(StandardCharsets.UTF_8);
    }

    /// What it knows now, and what it has done.
    JsonNode look() throws IOException {
        ask.write("\n");
        ask.flush();
        String line = said.readLine();
        if (line == null) {
            throw new IOException("the subscriber has ended");
        }
        return JsonMapper.shared().readTree(line);
    }

    /// `topic medium hash` of each block that it believes to be there.
    static Set<String> table(JsonNode look) {
        Set<String> table = new TreeSet<>();
        look.path("table").forEach(line -> table.add(line.asString()));
        return table;
    }

    /// A port that nobody listens on.
    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
