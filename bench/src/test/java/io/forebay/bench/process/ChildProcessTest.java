package io.forebay.bench.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ChildProcessTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    @Test
    void aLineIsAnsweredByALine() throws IOException {
        try (ExitStack exit = ExitStack.open();
                ChildProcess cat = ChildProcess.start("cat", List.of("cat"), exit)) {
            assertEquals("one", cat.ask("one", LONG));
            assertEquals("two", cat.ask("two", LONG));
        }
    }

    @Test
    void theEndOfTheStackEndsTheProcess() throws IOException {
        ChildProcess cat;
        try (ExitStack exit = ExitStack.open()) {
            cat = ChildProcess.start("cat", List.of("cat"), exit);
            assertTrue(cat.isAlive());
        }
        assertFalse(cat.isAlive());
    }

    @Test
    void aProcessThatEndsSaysItsCode() throws IOException {
        try (ExitStack exit = ExitStack.open()) {
            ChildProcess shell = ChildProcess.start("shell", List.of("sh", "-c", "exit 3"), exit);
            IOException e = assertThrows(IOException.class, () -> shell.nextLine(LONG));
            assertEquals("shell ended with code 3", e.getMessage());
        }
    }

    @Test
    void silenceEndsAtTheDeadline() throws IOException {
        try (ExitStack exit = ExitStack.open()) {
            ChildProcess cat = ChildProcess.start("cat", List.of("cat"), exit);
            assertThrows(IOException.class, () -> cat.nextLine(Duration.ofMillis(10)));
            assertTrue(cat.isAlive());
        }
    }

    @Test
    void aMissingProgramSaysHowToInstallIt() {
        IOException e =
                assertThrows(MissingProgramException.class, () -> Program.find("no-such-program", "its-package"));
        assertTrue(String.valueOf(e.getMessage()).endsWith("apt-get install -y its-package"), e::getMessage);
        assertTrue(Program.search("sh", "/nowhere::/bin").isPresent());
    }
}
