package io.forebay.bench.process;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/// Directories that live as long as a command.
public final class Directories {
    private Directories() {}

    /// A new directory under `parent`, deleted with all its content when `exit` ends.
    public static Path temporary(Path parent, String prefix, ExitStack exit) throws IOException {
        Path directory = Files.createTempDirectory(parent, prefix);
        exit.defer(() -> delete(directory));
        return directory;
    }

    /// Deletes `directory` and what is in it; links are deleted, not followed. Absent: nothing happens.
    public static void delete(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                Files.deleteIfExists(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
