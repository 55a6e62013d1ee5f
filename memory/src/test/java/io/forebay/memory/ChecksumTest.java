package io.forebay.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ChecksumTest {
    @Test
    void itIsCrc32cAsPublished() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment digits = arena.allocateFrom("123456789", StandardCharsets.US_ASCII);
            assertEquals(0xE3069283, Checksum.of(digits.asSlice(0, 9)));
            assertEquals(0x8A9136AA, Checksum.of(arena.allocate(32)));
            assertEquals(0, Checksum.of(digits.asSlice(0, 0)));
        }
    }
}
