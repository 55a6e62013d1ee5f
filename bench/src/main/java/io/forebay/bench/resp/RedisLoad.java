package io.forebay.bench.resp;

import io.forebay.bench.process.Program;
import io.forebay.bench.process.Workshop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Loads a server with redis-benchmark, one pass at a time.
///
/// @param program redis-benchmark
record RedisLoad(String program, RespBenchSettings settings, Workshop workshop) {
    private static final Duration PASS_TIME = Duration.ofMinutes(2);

    /// What one pass does.
    ///
    /// @param test `set` or `get`
    /// @param bytes of a value
    /// @param keys of which each request takes one by chance
    /// @param requests of a pass
    record Pass(String test, int bytes, int keys, int requests) {}

    static RedisLoad find(RespBenchSettings settings, Workshop workshop) throws IOException {
        return new RedisLoad(Program.find("redis-benchmark", "redis-tools").toString(), settings, workshop);
    }

    /// Requests a second.
    double run(String port, Pass pass) throws IOException {
        int requests = Math.max(settings.connections(), pass.requests() / 100 * settings.percent());
        Path answer = workshop.run(
                List.of(
                        program,
                        "-p",
                        port,
                        "-t",
                        pass.test(),
                        "-c",
                        Integer.toString(settings.connections()),
                        "-P",
                        Integer.toString(settings.pipeline()),
                        "-d",
                        Integer.toString(pass.bytes()),
                        "-r",
                        Integer.toString(pass.keys()),
                        "-n",
                        Integer.toString(requests),
                        "--csv"),
                PASS_TIME);
        return requestsPerSecond(answer);
    }

    /// The second field of the last line: `"GET","12345.67",…`.
    static double requestsPerSecond(Path answer) throws IOException {
        List<String> lines = Files.readAllLines(answer);
        String[] fields = lines.isEmpty() ? new String[0] : lines.getLast().split(",", -1);
        try {
            return Double.parseDouble(fields[1].replace("\"", ""));
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IOException("redis-benchmark: no result in " + lines, e);
        }
    }
}
