package io.forebay.memory.backing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// A tree of `proc` and `sys` files that says what a test wants said.
public final class MadeUpSystem {
    private MadeUpSystem() {}

    /// Lists as the kernel writes them, `0-1,3`.
    ///
    /// @param allowed nodes that this process may use
    /// @return where the tree begins
    public static Path withNodes(Path directory, String memory, String processors, String allowed) throws IOException {
        return with(
                directory,
                Map.of(
                        "sys/devices/system/node/has_memory", memory + "\n",
                        "sys/devices/system/node/has_cpu", processors + "\n",
                        "proc/self/status", "Name:\tjava\nMems_allowed_list:\t" + allowed + "\n",
                        "proc/self/mounts", "none / ext4 rw 0 0\n"));
    }

    static Path with(Path directory, Map<String, String> files) throws IOException {
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = directory.resolve(file.getKey());
            Files.createDirectories(path.resolveSibling(""));
            Files.writeString(path, file.getValue());
        }
        return directory;
    }
}
