package io.forebay.core.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.InvalidInput;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OpaqueTest {
    private static final long MIB = 1 << 20;

    @Test
    void slotsAreWholePagesAndHoldWhatIsAsked() {
        for (long bytes : List.of(1L, 4_095L, 4_096L, 4_097L, MIB, 4 * MIB, 4 * MIB + 1, 512 * MIB + 4_132)) {
            Opaque layout = Opaque.holding(bytes);
            assertEquals(0, layout.slotBytes() % 4_096);
            assertTrue(layout.slotBytes() <= 4 * MIB);
            assertTrue(layout.blockBytes() >= bytes);
            assertTrue(layout.blockBytes() - bytes < 4_096L * layout.slotCount() + layout.slotCount());
            assertEquals(layout.maxBytes(), layout.blockBytes(), "nothing to spare");
            assertEquals(layout, Opaque.holding(layout.maxBytes()));
        }
        assertEquals(1, Opaque.holding(4 * MIB).slotCount());
        assertEquals(2, Opaque.holding(4 * MIB + 1).slotCount());
    }

    @Test
    void itsFingerprintIsKnownFromOthers() {
        String fingerprint = new Opaque(4_096).fingerprint();
        assertEquals(32, fingerprint.length());
        assertTrue(Opaque.isFingerprint(fingerprint));
        assertFalse(Opaque.isFingerprint(new KvLayout(4, 1, 1_024, 64).fingerprint()));
    }

    @Test
    void sizesAreBounded() {
        assertThrows(InvalidInput.class, () -> new Opaque(0));
        assertThrows(InvalidInput.class, () -> new Opaque(Opaque.MAX_BYTES + 1));
        assertThrows(InvalidInput.class, () -> new Opaque(1).slotsOfRank(1));
    }
}
