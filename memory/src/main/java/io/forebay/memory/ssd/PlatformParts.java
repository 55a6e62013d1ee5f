package io.forebay.memory.ssd;

import io.forebay.memory.ssd.file.DiskDirectory;
import io.forebay.memory.ssd.file.LogDirectory;
import io.forebay.memory.ssd.terms.Retirement;
import io.forebay.memory.ssd.terms.SsdParts;
import io.forebay.memory.ssd.terms.SsdSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

/// The parts of a tier on real disks.
public final class PlatformParts {
    private PlatformParts() {}

    /// The parts that `settings` ask for.
    public static SsdParts of(SsdSettings settings, Retirement retirement) {
        SecureRandom random = new SecureRandom();
        return new SsdParts(
                PlatformParts::open,
                name -> PlatformThreads.start(name, settings.readThreads(), settings.writeThreads()),
                random::nextLong,
                retirement);
    }

    private static LogDirectory open(Path directory, boolean wantDirect) throws IOException {
        Files.createDirectories(directory);
        return DiskDirectory.open(directory, wantDirect);
    }
}
