package io.forebay.bench.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExitStackTest {
    private final List<String> undone = new ArrayList<>();

    @Test
    void theLastIsUndoneFirstAndEachOnce() {
        ExitStack exit = ExitStack.open();
        exit.defer(() -> undone.add("first"));
        exit.defer(() -> undone.add("second"));
        exit.close();
        exit.close();
        assertEquals(List.of("second", "first"), undone);
    }

    @Test
    void aFailureDoesNotKeepTheRestFromBeingUndone() {
        try (ExitStack exit = ExitStack.open()) {
            exit.defer(() -> undone.add("first"));
            exit.defer(() -> {
                throw new IOException("a failure that this test wants");
            });
        }
        assertEquals(List.of("first"), undone);
    }

    @Test
    void whatComesAfterTheEndIsUndoneAtOnce() {
        ExitStack exit = ExitStack.open();
        exit.close();
        exit.defer(() -> undone.add("late"));
        assertEquals(List.of("late"), undone);
    }

    @Test
    void aTemporaryDirectoryGoesWithAllItsContent(@TempDir Path parent) throws IOException {
        Path kept = Files.writeString(parent.resolve("kept"), "linked to");
        Path directory;
        try (ExitStack exit = ExitStack.open()) {
            directory = Directories.temporary(parent, "run-", exit);
            Files.writeString(Files.createDirectories(directory.resolve("a/b")).resolve("file"), "text");
            Files.createSymbolicLink(directory.resolve("link"), kept);
        }
        assertFalse(Files.exists(directory));
        assertEquals("linked to", Files.readString(kept));
    }
}
