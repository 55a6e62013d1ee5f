package io.forebay.core.extent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.layout.KvLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class StoredBlockTest {
    private static final KvLayout LAYOUT = new KvLayout(2, 1, 100, 64);

    private static Slot slot(long lengthBytes) {
        return new Slot(0, new Extent(4_096, lengthBytes, 1), 7);
    }

    private static void refused(String field, Executable call) {
        assertEquals(field, assertThrows(InvalidInput.class, call).field());
    }

    @Test
    void aBlockThatFitsItsLayoutIsItself() {
        StoredBlock block = new StoredBlock(List.of(slot(256), slot(256)));
        assertSame(block, block.requireFits(LAYOUT));
    }

    @Test
    void aSlotCountThatTheLayoutDoesNotGiveIsRefused() {
        StoredBlock few = new StoredBlock(List.of(slot(256)));
        StoredBlock many = new StoredBlock(List.of(slot(256), slot(256), slot(256)));
        refused("block.slots", () -> few.requireFits(LAYOUT));
        refused("block.slots", () -> many.requireFits(LAYOUT));
    }

    @Test
    void aSlotSizeThatTheLayoutDoesNotGiveIsRefusedWhereverItStands() {
        StoredBlock first = new StoredBlock(List.of(slot(255), slot(256)));
        StoredBlock last = new StoredBlock(List.of(slot(256), slot(257)));
        refused("slot.length", () -> first.requireFits(LAYOUT));
        refused("slot.length", () -> last.requireFits(LAYOUT));
    }

    @Test
    void aBlockWithoutSlotsIsRefused() {
        refused("block.slots", () -> new StoredBlock(List.of()));
    }

    @Test
    void theGivenListCanChangeWithoutTheBlock() {
        List<Slot> slots = new ArrayList<>(List.of(slot(256)));
        StoredBlock block = new StoredBlock(slots);
        slots.clear();
        assertEquals(1, block.slots().size());
    }

    @Test
    void anExtentOutsideTheLongRangeIsRefused() {
        refused("extent.offset", () -> new Extent(-1, 1, 0));
        refused("extent.length", () -> new Extent(0, 0, 0));
        refused("extent.length", () -> new Extent(Long.MAX_VALUE, 1, 0));
        assertEquals(Long.MAX_VALUE, new Extent(Long.MAX_VALUE - 1, 1, 0).endBytes());
    }

    @Test
    void aNegativeNumaNodeIsRefused() {
        refused("slot.numa_node", () -> new Slot(-1, new Extent(0, 1, 0), 0));
    }
}
