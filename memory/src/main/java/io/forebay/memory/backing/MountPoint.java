package io.forebay.memory.backing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The file system that a directory is on.
///
/// @param directory where it is mounted
/// @param type as the kernel calls it: `tmpfs`, `hugetlbfs`, `ext4`, …
record MountPoint(Path directory, String type) {
    private static final int DIRECTORY = 1;
    private static final int TYPE = 2;

    /// Of a directory that exists.
    static MountPoint of(Path directory, Path system) throws IOException {
        return of(directory.toRealPath(), Files.readAllLines(system.resolve("proc/self/mounts")));
    }

    /// The same, from the lines of `/proc/self/mounts`: the longest mount point above the directory, and of
    /// equal ones the last, which hides the others.
    static MountPoint of(Path realDirectory, List<String> lines) {
        MountPoint found = new MountPoint(Path.of("/"), "unknown");
        for (String line : lines) {
            String[] fields = line.split(" ", -1);
            if (fields.length <= TYPE) {
                continue;
            }
            Path point = Path.of(plain(fields[DIRECTORY]));
            if (realDirectory.startsWith(point) && point.getNameCount() >= found.directory.getNameCount()) {
                found = new MountPoint(point, fields[TYPE]);
            }
        }
        return found;
    }

    /// The kernel writes these four as octal numbers, since fields and lines end with them.
    private static String plain(String field) {
        return field.replace("\\040", " ")
                .replace("\\011", "\t")
                .replace("\\012", "\n")
                .replace("\\134", "\\");
    }
}
