package io.forebay.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/// How much memory the machine has left. A tmpfs may be mounted larger than that, and then grants a pool whose pages
/// are not there: the kernel would end processes to find them.
final class SystemMemory {
    private static final Path MEMINFO = Path.of("/proc/meminfo");
    private static final String AVAILABLE = "MemAvailable:";

    private SystemMemory() {}

    /// Bytes that can be used without swapping; empty where the kernel does not say.
    static OptionalLong availableBytes() {
        try {
            return availableBytes(Files.readAllLines(MEMINFO));
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    /// The same, from the lines of `/proc/meminfo`.
    static OptionalLong availableBytes(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(AVAILABLE) && line.endsWith(" kB"))
                .map(line -> line.substring(AVAILABLE.length(), line.length() - " kB".length())
                        .strip())
                .mapToLong(kibibytes -> Long.parseLong(kibibytes) * 1_024)
                .findFirst();
    }

    /// Refuses a pool file that the machine's memory can't hold.
    static void requireRoomFor(long sizeBytes, Path file, OptionalLong availableBytes) throws IOException {
        if (availableBytes.isPresent() && sizeBytes > availableBytes.getAsLong()) {
            throw new IOException("no memory for " + file + ": asked for " + sizeBytes + " bytes, "
                    + availableBytes.getAsLong() + " are available");
        }
    }
}
