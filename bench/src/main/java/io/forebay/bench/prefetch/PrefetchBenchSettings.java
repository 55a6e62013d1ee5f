package io.forebay.bench.prefetch;

import io.forebay.core.answer.InvalidInput;
import java.nio.file.Path;

/// What the `prefetch` measurement is asked to do.
///
/// @param mainClass of the `forebay` command, on this JVM's class path
/// @param directory on the file system of the SSD that is measured; what is put there is deleted at the end
/// @param poolDirectory under which the pool lies
/// @param queued blocks of 1 MiB that are triggered at one time, 16 to 4,096
/// @param warming small blocks that a node brings before it is measured, 100 to 100,000; several times as many as are
///     measured, or it is its compilers that are measured
public record PrefetchBenchSettings(String mainClass, Path directory, Path poolDirectory, int queued, int warming) {
    public PrefetchBenchSettings {
        InvalidInput.unless(
                warming >= 100 && warming <= 100_000, "--warming", "is " + warming + "; it must be from 100 to 100000");
        InvalidInput.unless(
                queued >= 16 && queued <= 4_096, "--queued", "is " + queued + "; it must be from 16 to 4096");
    }
}
