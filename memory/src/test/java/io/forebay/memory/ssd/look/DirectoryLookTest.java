package io.forebay.memory.ssd.look;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.memory.ssd.TestBlock;
import io.forebay.memory.ssd.TestTier;
import io.forebay.memory.ssd.file.DiskDirectory;
import io.forebay.memory.ssd.file.FaultyDirectory;
import io.forebay.memory.ssd.format.FileId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryLookTest {
    @TempDir
    Path path;

    private List<String> names = List.of();
    private FaultyDirectory directory;

    /// Three files of 50 blocks at most.
    @BeforeEach
    void write() throws IOException {
        try (TestTier ssd = TestTier.open(path)) {
            for (int number = 0; number < 120; number++) {
                ssd.store(number, TestBlock.ALIGNED);
            }
        }
        names = TestTier.logs(path);
        assertEquals(3, names.size());
        directory = new FaultyDirectory(DiskDirectory.forReading(path));
    }

    private List<String> seen() throws IOException {
        List<FileId> ids =
                names.stream().flatMap(name -> FileId.parse(name).stream()).toList();
        DirectoryLook look = new DirectoryLook.Looking(directory, "", true).at(ids, (done, of) -> {});
        return look.files().stream().map(FileLook::name).toList();
    }

    private void goesOnceOpened(String leaving) {
        directory.onOpen = name -> {
            if (name.equals(leaving)) {
                try {
                    directory.delete(name);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }

    @Test
    void whatIsThereIsSeen() throws IOException {
        assertEquals(names, seen());
    }

    /// Its room may be another file's by now, so nothing that was read of it counts.
    @Test
    void aFileThatGoesWhileItIsReadIsNotSeen() throws IOException {
        goesOnceOpened(names.get(1));
        assertEquals(List.of(names.get(0), names.get(2)), seen());
    }

    @Test
    void aFileThatGoesWhileItCannotBeReadIsNotSeenEither() throws IOException {
        goesOnceOpened(names.get(1));
        directory.failReads.set(FaultyDirectory.ALWAYS);
        assertEquals(List.of(names.get(0), names.get(2)), seen());
    }
}
