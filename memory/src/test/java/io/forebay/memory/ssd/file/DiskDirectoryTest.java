package io.forebay.memory.ssd.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskDirectoryTest {
    @TempDir
    Path path;

    @Test
    void aDiskTakesDirectIoWhereItIsWanted() throws IOException {
        assertTrue(DiskDirectory.open(path, true).isDirect(), "this file system does not take O_DIRECT: " + path);
        assertFalse(DiskDirectory.open(path, false).isDirect());
        assertEquals(List.of(), DiskDirectory.open(path, true).list(), "the probe is gone");
    }

    @Test
    void aDirectoryThatIsNotThereIsRefused() {
        assertThrows(IOException.class, () -> DiskDirectory.open(path.resolve("missing"), true));
    }

    @Test
    void aNewFileHasItsRoomAndNobodyElseMayReadIt() throws IOException {
        DiskDirectory directory = DiskDirectory.open(path, true);
        long before = directory.usableBytes();
        try (BlockFile file = directory.create("a", 64 << 20)) {
            assertEquals(64 << 20, file.sizeBytes());
            assertTrue(before - directory.usableBytes() >= 60 << 20, "the room is taken");
        }
        assertEquals(
                "[OWNER_READ, OWNER_WRITE]",
                Files.getPosixFilePermissions(path.resolve("a")).stream()
                        .sorted()
                        .toList()
                        .toString());
        assertEquals(List.of(new LogDirectory.Listed("a", 64 << 20)), directory.list());
        directory.delete("a");
        assertEquals(List.of(), directory.list());
    }

    private static Object inode(Path file) throws IOException {
        return Files.getAttribute(file, "unix:ino");
    }

    /// A node's.
    private DiskDirectory held() throws IOException {
        DiskDirectory directory = DiskDirectory.open(path, true);
        directory.hold("n");
        return directory;
    }

    /// Makes files and recycles them, one after the other.
    private static void recycle(DiskDirectory directory, String... names) throws IOException {
        for (String name : names) {
            directory.create(name, 1 << 20).close();
            directory.recycle(name);
        }
    }

    private boolean hasSpare() {
        return Files.exists(path.resolve(DiskDirectory.SPARE));
    }

    @Test
    void theRoomOfARecycledFileIsTheNextFilesAndOfOneOnly() throws IOException {
        try (DiskDirectory directory = held()) {
            directory.create("a", 16 << 20).close();
            directory.create("b", 16 << 20).close();
            Object room = inode(path.resolve("a"));
            long before = directory.usableBytes();
            directory.recycle("a");
            directory.recycle("b");
            assertTrue(directory.usableBytes() - before >= 30 << 20, "both are free room");
            assertEquals(List.of("LOCK"), names(directory), "and no files of the log");
            assertEquals(16 << 20, Files.size(path.resolve(DiskDirectory.SPARE)));
            try (BlockFile file = directory.create("c", 20 << 20)) {
                assertEquals(20 << 20, file.sizeBytes());
            }
            assertEquals(room, inode(path.resolve("c")));
            assertFalse(hasSpare());
            directory.create("d", 20 << 20).close();
            assertEquals(List.of("LOCK", "c", "d"), names(directory));
        }
    }

    @Test
    void aRecycledFileThatIsTooLargeIsNotUsed() throws IOException {
        try (DiskDirectory directory = held()) {
            recycle(directory, "a");
            try (BlockFile file = directory.create("b", 64 << 10)) {
                assertEquals(64 << 10, file.sizeBytes());
            }
            assertFalse(hasSpare());
        }
    }

    @Test
    void nothingIsKeptInADirectoryThatIsNobodys() throws IOException {
        recycle(DiskDirectory.open(path, true), "a");
        assertFalse(hasSpare());
    }

    @Test
    void nothingIsKeptBehindTheEndOrAKill() throws IOException {
        try (DiskDirectory directory = held()) {
            recycle(directory, "a");
            directory.recycle("missing");
            assertTrue(hasSpare());
        }
        assertFalse(hasSpare());
        Files.createFile(path.resolve(DiskDirectory.SPARE));
        held().close();
        assertFalse(hasSpare(), "left by a kill");
    }

    @Test
    void aSpareFileThatSomebodyTookAwayIsNotMissed() throws IOException {
        try (DiskDirectory directory = held()) {
            recycle(directory, "a");
            Files.delete(path.resolve(DiskDirectory.SPARE));
            recycle(directory, "b");
            assertTrue(hasSpare(), "the next one is kept again");
            directory.create("c", 1 << 20).close();
            assertEquals(List.of("LOCK", "c"), names(directory));
        }
    }

    @Test
    void whatElseHasTheSparesNameIsLeftAloneAndDoesNoHarm() throws IOException {
        Path other = Files.createDirectories(path.resolve(DiskDirectory.SPARE).resolve("x"));
        try (DiskDirectory directory = held()) {
            recycle(directory, "a");
            assertEquals(List.of("LOCK"), names(directory));
            recycle(directory, "b");
            assertEquals(List.of("LOCK"), names(directory));
        }
        assertTrue(Files.isDirectory(other));
    }

    private static List<String> names(DiskDirectory directory) throws IOException {
        return directory.list().stream().map(LogDirectory.Listed::name).toList();
    }

    @Test
    void aReadBehindTheEndSaysSo() throws IOException {
        DiskDirectory directory = DiskDirectory.open(path, true);
        try (BlockFile file = directory.create("a", 8_192)) {
            MemorySegment room = Arena.ofAuto().allocate(8_192, 4_096);
            WholeIo.read(file, 0, List.of(room));
            assertThrows(EOFException.class, () -> WholeIo.read(file, 4_096, List.of(room)));
            file.truncate(5_000);
            assertThrows(EOFException.class, () -> WholeIo.read(file, 0, List.of(room)));
        }
    }

    @Test
    void manyBuffersAreOneRead() throws IOException {
        DiskDirectory directory = DiskDirectory.open(path, true);
        MemorySegment bytes = Arena.ofAuto().allocate(3 * 4_096, 4_096);
        for (int i = 0; i < 3; i++) {
            bytes.asSlice(i * 4_096L, 4_096).fill((byte) (i + 1));
        }
        try (BlockFile file = directory.create("a", 3 * 4_096)) {
            List<MemorySegment> parts =
                    List.of(bytes.asSlice(8_192, 4_096), bytes.asSlice(0, 4_096), bytes.asSlice(4_096, 4_096));
            WholeIo.write(file, 0, parts);
            MemorySegment room = Arena.ofAuto().allocate(3 * 4_096, 4_096);
            WholeIo.read(file, 0, List.of(room.asSlice(0, 8_192), room.asSlice(8_192, 4_096)));
            assertEquals(3, room.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 0));
            assertEquals(2, room.get(java.lang.foreign.ValueLayout.JAVA_BYTE, 3 * 4_096 - 1));
        }
    }

    /// A walk over names, then a look at each: what goes between the two must not end the walk.
    @Test
    void aListingBesideFilesThatComeAndGoDoesNotFail() throws Exception {
        DiskDirectory files = DiskDirectory.forReading(path);
        AtomicBoolean done = new AtomicBoolean();
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            Future<Integer> rounds = other.submit(() -> {
                int round = 0;
                while (!done.get()) {
                    for (int file = 0; file < 20; file++) {
                        Files.createFile(path.resolve("f" + file));
                    }
                    for (int file = 0; file < 20; file++) {
                        Files.delete(path.resolve("f" + file));
                    }
                    round++;
                }
                return round;
            });
            try {
                for (int i = 0; i < 2_000; i++) {
                    assertTrue(files.list().size() <= 20);
                }
            } finally {
                done.set(true);
            }
            assertTrue(rounds.get(30, TimeUnit.SECONDS) > 0);
        }
    }
}
