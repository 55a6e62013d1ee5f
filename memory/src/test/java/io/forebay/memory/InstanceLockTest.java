package io.forebay.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class InstanceLockTest {
    @TempDir
    Path directory;

    /// An engine process: holds the lock until it is killed.
    public static void main(String[] arguments) throws IOException {
        InstanceLock lock = InstanceLock.hold(Path.of(arguments[0]));
        System.out.println("holding");
        int end = System.in.read();
        System.out.println("ends with " + end);
        lock.close();
    }

    @Test
    void aMissingFileIsNotHeld() {
        assertFalse(InstanceLock.isHeld(directory.resolve("missing")));
        assertFalse(InstanceLock.isHeld(directory.resolve("missing").resolve("too")));
    }

    @Test
    void aFileThatCannotBeAskedCountsAsHeld() {
        assertTrue(InstanceLock.isHeld(directory));
    }

    @Test
    void itIsHeldUntilTheLastHoldOfThisProcessIsGivenBack() throws IOException {
        Path file = directory.resolve("engine.lock");
        InstanceLock first = InstanceLock.hold(file);
        InstanceLock second = InstanceLock.hold(directory.resolve(".").resolve("engine.lock"));
        assertTrue(InstanceLock.isHeld(file));
        first.close();
        first.close();
        assertTrue(InstanceLock.isHeld(file));
        second.close();
        assertFalse(InstanceLock.isHeld(file));
        assertTrue(Files.exists(file));
    }

    @Test
    void itIsHeldUntilTheLastProcessIsKilled() throws IOException {
        Path file = directory.resolve("engine.lock");
        try (TestProcess one = TestProcess.start(InstanceLockTest.class, file.toString());
                TestProcess two = TestProcess.start(InstanceLockTest.class, file.toString())) {
            assertEquals("holding", one.firstLine());
            assertEquals("holding", two.firstLine());
            assertTrue(InstanceLock.isHeld(file));
            one.kill();
            assertTrue(InstanceLock.isHeld(file));
            two.kill();
            assertFalse(InstanceLock.isHeld(file));
        }
    }

    /// The trap of POSIX locks: a question that opened and closed the file would drop this process's own hold.
    @Test
    void askingInTheHoldersOwnProcessDoesNotDropItsHold() throws IOException {
        Path file = directory.resolve("engine.lock");
        InstanceLock here = InstanceLock.hold(file);
        assertTrue(InstanceLock.isHeld(file));
        try (TestProcess asker = TestProcess.start(LockAsker.class, file.toString())) {
            assertEquals("true", asker.firstLine());
        }
        here.close();
    }

    /// A process that asks whether the lock is held.
    static final class LockAsker {
        private LockAsker() {}

        public static void main(String[] arguments) {
            System.out.println(InstanceLock.isHeld(Path.of(arguments[0])));
        }
    }

    @Test
    void aFileThatAnotherHoldsForItselfIsNotWaitedForWithoutEnd() throws IOException {
        Path file = directory.resolve("engine.lock");
        LockedFile alone = LockedFile.tryHold(file, false).orElseThrow();
        IOException e = assertThrows(IOException.class, () -> InstanceLock.hold(file));
        TestErrors.assertSays(file.toString(), e);
        alone.close();
    }

    @Test
    void aFileInAMissingDirectoryCannotBeHeld() {
        assertThrows(
                IOException.class,
                () -> InstanceLock.hold(directory.resolve("missing").resolve("engine.lock")));
    }
}
