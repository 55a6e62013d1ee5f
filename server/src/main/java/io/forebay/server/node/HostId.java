package io.forebay.server.node;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What two nodes have in common exactly when one can map the other's pool file: the same boot of the same kernel,
/// and the same directory. Containers that share neither differ in the directory's file system.
final class HostId {
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    private HostId() {}

    /// @param poolDirectory must exist
    static String of(Path poolDirectory) throws IOException {
        Object directory = Files.getAttribute(poolDirectory, "unix:dev");
        Object inode = Files.getAttribute(poolDirectory, "unix:ino");
        return Files.readString(BOOT_ID).strip() + ":" + directory + ":" + inode + ":" + poolDirectory.toRealPath();
    }
}
