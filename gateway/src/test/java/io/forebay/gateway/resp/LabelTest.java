package io.forebay.gateway.resp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class LabelTest {
    private static MemorySegment slot(byte[] label, long bytes) {
        MemorySegment slot = Arena.ofAuto().allocate(bytes);
        slot.asSlice(bytes - label.length).copyFrom(MemorySegment.ofArray(label));
        return slot;
    }

    @Test
    void aLabelIsFoundAtTheEndOfASlot() {
        for (int bytes : List.of(0, 1, Key.MAX_BYTES)) {
            Label label = new Label(new Key(new byte[bytes]), 7, 1L << 29, 99);
            assertEquals(Optional.of(label), Label.decode(slot(label.encode(), 8_192)));
        }
    }

    @Test
    void whatIsNoneIsNone() {
        byte[] label = new Label(new Key(new byte[] {1, 2}), 7, 3, 0).encode();
        assertTrue(Label.decode(slot(new byte[0], 4_096)).isEmpty());
        label[label.length - 1] = 1; // a key longer than the slot
        assertTrue(Label.decode(slot(label, 4_096)).isEmpty());
        label[label.length - 1] = -1;
        assertTrue(Label.decode(slot(label, 4_096)).isEmpty());
    }
}
