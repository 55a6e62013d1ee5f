package io.forebay.bench.cluster;

import io.forebay.bench.process.Directories;
import io.forebay.bench.process.ExitStack;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The directory in shared memory in which the pools of one command's nodes lie: all in one, as nodes see that they
/// share memory by the directory's name. The command's process id is in its own name, so that what a killed command
/// left
/// behind is found and deleted by the next one.
final class PoolDirectory {
    private static final String PREFIX = "forebay-pools-";
    private static final Pattern NAME = Pattern.compile(Pattern.quote(PREFIX) + "(\\d{1,18})-.*");

    private PoolDirectory() {}

    static Path create(Path parent, ExitStack exit) throws IOException {
        deleteAbandoned(parent);
        return Directories.temporary(parent, PREFIX + ProcessHandle.current().pid() + "-", exit);
    }

    private static void deleteAbandoned(Path parent) throws IOException {
        try (DirectoryStream<Path> directories = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path directory : directories) {
                Matcher name = NAME.matcher(directory.getFileName().toString());
                if (name.matches()
                        && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty()) {
                    Directories.delete(directory);
                }
            }
        }
    }

    /// Deletes the pool files of a node that was killed; memory that others still map is free when they let go.
    static void deleteFilesOf(Path directory, String node) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "forebay-" + node + "-*")) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
    }
}
