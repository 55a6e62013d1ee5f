package io.forebay.memory;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SystemMemoryTest {
    private static final Path SOMEWHERE = Path.of("somewhere");

    @Test
    void theKernelsLineIsRead() {
        List<String> lines =
                List.of("MemTotal:       24684112 kB", "MemAvailable:       2048 kB", "Hugepagesize: 2048 kB");
        assertEquals(OptionalLong.of(2_048L * 1_024), SystemMemory.availableBytes(lines));
        assertEquals(OptionalLong.empty(), SystemMemory.availableBytes(List.of("MemTotal: 1 kB")));
        assertTrue(SystemMemory.availableBytes().isPresent(), "on the machines that this runs on");
    }

    @Test
    void aPoolLargerThanWhatIsLeftIsRefused() {
        OptionalLong left = OptionalLong.of(1_000);
        assertDoesNotThrow(() -> SystemMemory.requireRoomFor(1_000, SOMEWHERE, left));
        assertDoesNotThrow(() -> SystemMemory.requireRoomFor(1_001, SOMEWHERE, OptionalLong.empty()));
        IOException e = assertThrows(IOException.class, () -> SystemMemory.requireRoomFor(1_001, SOMEWHERE, left));
        TestErrors.assertSays("asked for 1001 bytes, 1000 are available", e);
    }
}
