package io.forebay.fabric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class UcxKeyTest {
    @Test
    void aKeyIsReadAsItIsWritten() throws FabricException {
        UcxKey key = UcxKey.of(-2, new byte[] {1, -1, 16});
        assertEquals("fffffffffffffffe:01ff10", key.toString());
        assertEquals(key, UcxKey.parse(key.toString()));
    }

    @Test
    void zeroesFollowAPackedKey() {
        try (Arena arena = Arena.ofConfined()) {
            var padded = UcxKey.of(1, new byte[] {5}).padded(arena);
            assertEquals(5, padded.get(ValueLayout.JAVA_BYTE, 0));
            assertEquals(-1, padded.asSlice(1).mismatch(arena.allocate(padded.byteSize() - 1)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":", "1:", ":01", "01", "1:0", "1:zz", "zz:01", "1:01:02", "11111111111111111:01"})
    void whatIsNoKeyIsRefused(String text) {
        assertThrows(FabricException.class, () -> UcxKey.parse(text));
    }

    @Test
    void aKeyThatIsTooLongIsRefused() throws FabricException {
        assertEquals(2 * 4096, UcxKey.parse("1:" + "00".repeat(4096)).packed().length());
        assertThrows(FabricException.class, () -> UcxKey.parse("1:" + "00".repeat(4097)));
    }
}
