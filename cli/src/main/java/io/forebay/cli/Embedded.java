package io.forebay.cli;

import io.forebay.server.settings.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// What `standalone` chooses where an operator says nothing: a pool that fits this host.
final class Embedded {
    private static final long LARGEST_MIB = 1024;
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private Embedded() {}

    static Map<String, String> settings(Role role) {
        return switch (role) {
            case STANDALONE -> Map.of("pool.size", poolMebibytes(freeMebibytes()) + "MiB");
            case MASTER, NODE -> Map.of();
        };
    }

    /// Half of what is free, at most 1 GiB.
    static long poolMebibytes(long freeMebibytes) {
        return Math.clamp(freeMebibytes / 2, 1, LARGEST_MIB);
    }

    private static long freeMebibytes() {
        try {
            return Files.getFileStore(SHARED_MEMORY).getUsableSpace() >> 20;
        } catch (IOException unknown) {
            return LARGEST_MIB;
        }
    }
}
