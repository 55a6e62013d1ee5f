package io.forebay.memory.ssd.terms;

import io.forebay.memory.ssd.file.LogDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.LongSupplier;

/// What a tier stands on: disks, threads, chance, and whoever registered its records. A simulation brings its
/// own.
///
/// @param directories opens a device
/// @param threads of a device; the argument is part of their names
/// @param nonces one for each new file; random, where blocks come from tenants who don't trust each other
/// @param retirement asked before records go
public record SsdParts(
        Opener directories, Function<String, SsdThreads> threads, LongSupplier nonces, Retirement retirement) {

    /// Opens the directory of a device, and makes it where needed.
    @FunctionalInterface
    public interface Opener {
        LogDirectory open(Path directory, boolean wantDirect) throws IOException;
    }
}
