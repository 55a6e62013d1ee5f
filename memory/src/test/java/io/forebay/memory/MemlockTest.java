package io.forebay.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.memory.backing.Memlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Pools of a process that may lock 1 MiB.
class MemlockTest {
    private static final List<String> LIMITED =
            List.of("setpriv", "--bounding-set", "-ipc_lock", "prlimit", "--memlock=1048576");

    @TempDir
    Path directory;

    @Test
    void aLimitThatIsTooSmallIsAWarningWithFiguresAndWhatToDo() throws IOException {
        String said = said(Memlock.AUTO);
        assertTrue(said.startsWith("made, locked: false, [the pool cannot be locked"), said);
        assertTrue(said.contains("asked for 6291456 bytes, the limit (RLIMIT_MEMLOCK) is 1048576 bytes"), said);
        assertTrue(said.contains("LimitMEMLOCK="), said);
    }

    @Test
    void aLimitThatIsTooSmallIsARefusalWhereLockingIsDemanded() throws IOException {
        String said = said(Memlock.ON);
        assertTrue(said.startsWith("refused: the pool cannot be locked in memory: asked for 6291456 bytes"), said);
        assertTrue(said.contains("pool.memlock"), said);
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(List.of(), files.toList());
        }
    }

    @Test
    void whoDoesNotAskIsNotRefused() throws IOException {
        assertEquals("made, locked: false, []", said(Memlock.OFF));
    }

    private String said(Memlock lock) throws IOException {
        try (TestProcess process =
                TestProcess.startUnder(LIMITED, LimitedProcess.class, directory.toString(), lock.name())) {
            return process.firstLine();
        }
    }
}
