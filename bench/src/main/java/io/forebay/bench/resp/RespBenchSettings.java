package io.forebay.bench.resp;

import io.forebay.core.answer.InvalidInput;
import java.nio.file.Path;

/// What the `resp` measurement is asked with.
///
/// @param mainClass runs the `forebay` command
/// @param connections of redis-benchmark, 1–1,024
/// @param pipeline requests under way on each, 1–1,024
/// @param percent of the usual number of requests in a pass, 1–1,000
/// @param poolParent where the node's pool lies
public record RespBenchSettings(String mainClass, int connections, int pipeline, int percent, Path poolParent) {
    private static final int MOST = 1_024;
    private static final int MOST_PERCENT = 1_000;

    public RespBenchSettings {
        between("connections", connections, MOST);
        between("pipeline", pipeline, MOST);
        between("percent", percent, MOST_PERCENT);
    }

    private static void between(String field, int value, int most) {
        InvalidInput.unless(value >= 1 && value <= most, field, "is " + value + "; it must be from 1 to " + most);
    }
}
