package io.forebay.bench.ssd;

import io.forebay.core.answer.InvalidInput;
import java.nio.file.Path;

/// What the `ssd` measurement is asked to do.
///
/// @param directory on the file system that is measured; what is put there is deleted at the end
/// @param poolDirectory under which the memory lies that is read into
/// @param workingSetBytes read or written in one pass
/// @param inFlight I/Os under way at one time
public record SsdBenchSettings(Path directory, Path poolDirectory, long workingSetBytes, int inFlight) {
    private static final long LEAST_BYTES = 64 << 20;
    private static final int MAX_IN_FLIGHT = 64;

    public SsdBenchSettings {
        InvalidInput.unless(
                workingSetBytes >= LEAST_BYTES,
                "--working-set",
                "is " + workingSetBytes + " bytes; at least " + LEAST_BYTES + " are needed");
        InvalidInput.unless(
                inFlight >= 1 && inFlight <= MAX_IN_FLIGHT,
                "--in-flight",
                "is " + inFlight + "; it must be from 1 to " + MAX_IN_FLIGHT);
    }

    /// The same in other directories.
    SsdBenchSettings within(Path files, Path pools) {
        return new SsdBenchSettings(files, pools, workingSetBytes, inFlight);
    }
}
