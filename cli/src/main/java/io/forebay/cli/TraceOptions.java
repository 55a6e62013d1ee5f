package io.forebay.cli;

import io.forebay.sim.trace.SyntheticTrace;
import io.forebay.sim.trace.TraceReader;
import io.forebay.sim.trace.TraceRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Which trace a command plays.
final class TraceOptions {
    private static final int SYNTHETIC_REQUESTS = 500;

    @Parameters(
            arity = "0..1",
            paramLabel = "TRACE",
            description =
                    "JSON lines with timestamp, input_length, output_length, hash_ids; without it a synthetic one")
    @Nullable
    Path trace;

    @Option(names = "--requests", paramLabel = "N", description = "only the first N requests")
    @Nullable
    Integer requests;

    @Option(
            names = "--seed",
            defaultValue = "1",
            description = "of the synthetic trace, and of what a policy leaves to chance (${DEFAULT-VALUE})")
    long seed;

    List<TraceRequest> read() throws IOException {
        int limit = requests == null ? Integer.MAX_VALUE : requests;
        if (limit < 1) {
            throw new IllegalArgumentException("--requests is " + limit + "; at least 1 is needed");
        }
        if (trace != null) {
            if (Files.isDirectory(trace)) {
                throw new IllegalArgumentException("TRACE is a directory: " + trace);
            }
            return TraceReader.read(trace, limit);
        }
        return SyntheticTrace.of(seed, requests == null ? SYNTHETIC_REQUESTS : limit);
    }
}
