package io.forebay.fabric;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// The RDMA devices of this host, as its kernel shows them.
public final class RdmaDevices {
    private static final Path DIRECTORY = Path.of("/dev/infiniband");

    private RdmaDevices() {}

    /// True if a program may use one.
    public static boolean areThere() {
        return areIn(DIRECTORY);
    }

    static boolean areIn(Path directory) {
        if (!Files.isDirectory(directory)) {
            return false;
        }
        try (DirectoryStream<Path> devices = Files.newDirectoryStream(directory, "uverbs*")) {
            return devices.iterator().hasNext();
        } catch (IOException unreadable) {
            return false;
        }
    }
}
