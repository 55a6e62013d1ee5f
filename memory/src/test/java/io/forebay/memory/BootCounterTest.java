package io.forebay.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BootCounterTest {
    @TempDir
    Path directory;

    /// A node process: counts a boot and holds the directory until it is killed.
    public static void main(String[] arguments) throws IOException {
        try (BootCounter counter = BootCounter.open(Path.of(arguments[0]), arguments[1])) {
            System.out.println(counter.boot());
            int end = System.in.read();
            System.out.println("ends with " + end);
        }
    }

    @Test
    void everyStartHasAHigherNumber() throws IOException {
        Path fresh = directory.resolve("not").resolve("there");
        for (long boot = 1; boot <= 3; boot++) {
            try (BootCounter counter = BootCounter.open(fresh, "n")) {
                assertEquals(boot, counter.boot());
            }
        }
        try (BootCounter other = BootCounter.open(fresh, "m")) {
            assertEquals(1, other.boot());
        }
    }

    @Test
    void aSecondUserIsRefusedAndTheFirstKeepsTheDirectory() throws IOException {
        try (BootCounter first = BootCounter.open(directory, "n")) {
            inUse();
            try (TestProcess other = TestProcess.start(BootCounterTest.class, directory.toString(), "n")) {
                assertTrue(other.firstLine().contains("in use"), other.firstLine());
            }
            inUse();
            assertEquals(1, first.boot());
        }
    }

    @Test
    void aKilledProcessLetsTheDirectoryGo() throws IOException {
        try (TestProcess other = TestProcess.start(BootCounterTest.class, directory.toString(), "n")) {
            assertEquals("1", other.firstLine());
            inUse();
            other.kill();
        }
        try (BootCounter next = BootCounter.open(directory, "n")) {
            assertEquals(2, next.boot());
        }
    }

    @Test
    void aDamagedCounterIsNamedAndLeftAlone() throws IOException {
        Path file = directory.resolve("n.boot");
        BootCounter.open(directory, "n").close();
        String good = Files.readString(file);
        List<String> damaged = List.of(
                "",
                "7",
                good.substring(0, good.length() - 1),
                good.replace("boot 1 ", "boot 2 "),
                good.replace("boot 1 ", "boot -1 "),
                good + good,
                "x".repeat(1 << 20),
                "\0".repeat(good.length()));
        for (String text : damaged) {
            Files.writeString(file, text);
            IOException e = assertThrows(IOException.class, () -> BootCounter.open(directory, "n"), text);
            TestErrors.assertSays(file.toString(), e);
            assertEquals(text, Files.readString(file));
        }
        Files.writeString(file, good);
        try (BootCounter counter = BootCounter.open(directory, "n")) {
            assertEquals(2, counter.boot());
        }
    }

    @Test
    void nothingButTheTwoFilesIsLeftInTheDirectory() throws IOException {
        BootCounter.open(directory, "n").close();
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(
                    List.of("n.boot", "n.lock"),
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }

    @Test
    void anUnwritableDirectoryIsNamed() throws IOException {
        try (TestTmpfs tmpfs = TestTmpfs.mount(directory, "ro,size=1m")) {
            IOException e = assertThrows(IOException.class, () -> BootCounter.open(tmpfs.directory(), "n"));
            TestErrors.assertSays(directory.toString(), e);
        }
        Path file = Files.createFile(directory.resolve("file"));
        IOException e = assertThrows(IOException.class, () -> BootCounter.open(file, "n"));
        TestErrors.assertSays(file.toString(), e);
    }

    private void inUse() {
        IOException e = assertThrows(IOException.class, () -> BootCounter.open(directory, "n"));
        TestErrors.assertSays(directory.toString(), e);
        TestErrors.assertSays("in use by another process", e);
    }
}
