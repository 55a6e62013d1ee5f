package io.forebay.bench.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.bench.process.ExitStack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PoolDirectoryTest {
    /// Beyond what Linux gives out.
    private static final long DEAD = 99_999_999_999L;

    @TempDir
    Path parent;

    @Test
    void whatAKilledCommandLeftIsDeletedByTheNext() throws IOException {
        Path dead = Files.createDirectories(parent.resolve("forebay-pools-" + DEAD + "-1"));
        Files.writeString(dead.resolve("forebay-node-1-1.pool"), "bytes");
        long pid = ProcessHandle.current().pid();
        Path alive = Files.createDirectories(parent.resolve("forebay-pools-" + pid + "-1"));
        Path other = Files.createDirectories(parent.resolve("forebay-pools-mine"));
        try (ExitStack exit = ExitStack.open()) {
            assertTrue(Files.isDirectory(PoolDirectory.create(parent, exit)));
            assertFalse(Files.exists(dead));
        }
        try (Stream<Path> left = Files.list(parent).sorted()) {
            assertEquals(Stream.of(alive, other).sorted().toList(), left.toList());
        }
    }

    @Test
    void onlyTheDeadNodesFilesGo() throws IOException {
        Files.writeString(parent.resolve("forebay-node-1-7.pool"), "dead");
        Path kept = Files.writeString(parent.resolve("forebay-node-11-7.pool"), "alive");
        PoolDirectory.deleteFilesOf(parent, "node-1");
        try (Stream<Path> left = Files.list(parent)) {
            assertEquals(Stream.of(kept).toList(), left.toList());
        }
    }
}
