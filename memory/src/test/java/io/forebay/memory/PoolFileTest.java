package io.forebay.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PoolFileTest {
    private static final int GRANULE = 4096;
    private static final long MIB = 1 << 20;

    @TempDir
    Path directory;

    @Test
    void theFileHasItsNameItsMemoryAndIsForItsOwnerOnly() throws IOException {
        try (Pool pool = Pool.create(settings(directory, 5 * MIB), "node-1", 42, 7)) {
            assertEquals(directory.resolve("forebay-node-1-42.pool"), pool.path());
            assertEquals(new PoolKey(pool.path(), 7), pool.key());
            assertEquals(7 * MIB, Files.size(pool.path()));
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(pool.path())));
        }
        assertEquals(List.of(), files(directory));
    }

    @Test
    void closingTwiceDoesNothingMore() throws IOException {
        Pool pool = Pool.create(settings(directory, MIB), "n", 1, 7);
        pool.close();
        pool.close();
        assertThrows(IllegalStateException.class, () -> pool.data().fill((byte) 1));
    }

    @Test
    void aFileOfTheSameNameIsNamedAndLeftAlone() throws IOException {
        Path there = directory.resolve("forebay-n-3.pool");
        Files.writeString(there, "somebody's");
        IOException e = assertThrows(IOException.class, () -> Pool.create(settings(directory, MIB), "n", 3, 7));
        TestErrors.assertSays(there.toString(), e);
        assertEquals("somebody's", Files.readString(there));
    }

    @Test
    void aMissingDirectoryIsNamed() {
        Path missing = directory.resolve("missing");
        IOException e = assertThrows(IOException.class, () -> Pool.create(settings(missing, MIB), "n", 1, 7));
        TestErrors.assertSays(missing.toString(), e);
    }

    @Test
    void anUnwritableDirectoryIsNamed() throws IOException {
        try (TestTmpfs tmpfs = TestTmpfs.mount(directory, "ro,size=8m")) {
            IOException e = assertThrows(IOException.class, () -> Pool.create(settings(directory, MIB), "n", 1, 7));
            TestErrors.assertSays(tmpfs.directory().toString(), e);
        }
    }

    @Test
    void aFullDirectorySaysWhatWasAskedAndWhatIsFreeAndKeepsNothing() throws IOException {
        try (TestTmpfs tmpfs = TestTmpfs.mount(directory, "size=8m")) {
            IOException e =
                    assertThrows(IOException.class, () -> Pool.create(settings(tmpfs.directory(), 7 * MIB), "n", 1, 7));
            TestErrors.assertSays(directory.toString(), e);
            TestErrors.assertSays("asked for " + 9 * MIB + " bytes", e);
            TestErrors.assertSays(8 * MIB + " are free", e);
            assertEquals(List.of(), files(directory));
        }
    }

    @Test
    void aPoolHasItsMemoryBeforeAnybodyWrites() throws IOException {
        try (TestTmpfs tmpfs = TestTmpfs.mount(directory, "size=8m");
                Pool pool = Pool.create(new PoolSettings(tmpfs.directory(), 4 * MIB, GRANULE, 0, 0), "n", 1, 7)) {
            assertEquals(2 * MIB, Files.getFileStore(directory).getUsableSpace());
            Files.write(directory.resolve("the rest"), new byte[(int) (2 * MIB)]);
            pool.data().fill((byte) 1);
        }
    }

    @Test
    void onlyPoolFilesOfTheNodesOwnEarlierBootsAreOrphans() throws IOException {
        List<String> others = List.of(
                "forebay-n-1-5.pool",
                "forebay-n-8.pool",
                "forebay-n-9.pool",
                "forebay-n-8.0123456789abcdef.lock",
                "forebay-n-5.pool.old",
                "forebay-n-.pool",
                "forebay-m-1.pool",
                "forebay-n-99999999999999999999.pool",
                "n-1.pool");
        for (String name : others) {
            Files.createFile(directory.resolve(name));
        }
        List<Path> orphans = List.of(
                directory.resolve("forebay-n-2.pool"),
                directory.resolve("forebay-n-7.0123456789abcdef.lock"),
                directory.resolve("forebay-n-7.pool"));
        for (Path orphan : orphans) {
            Files.createFile(orphan);
        }
        assertEquals(orphans, Pool.removeOrphans(directory, "n", 8));
        assertEquals(others.stream().sorted().toList(), files(directory));
    }

    @Test
    void aNameThatCannotBeAFileNameBecomesOneOfItsOwn() throws IOException {
        List<String> names = List.of("a/b", "a_b", "a b", "../../x", "é", "x".repeat(256), "x".repeat(255), "a~b");
        for (String name : names) {
            try (Pool pool = Pool.create(settings(directory, MIB), name, 1, 7)) {
                assertEquals(directory, pool.path().getParent());
                Files.createFile(directory.resolve(pool.path().getFileName() + ".seen"));
            }
        }
        assertEquals(names.size(), files(directory).size());
        assertFalse(FileNames.safe("a/b").contains("/"));
    }

    private static PoolSettings settings(Path directory, long sizeBytes) {
        return new PoolSettings(directory, sizeBytes, GRANULE, 2, 0);
    }

    private static List<String> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
