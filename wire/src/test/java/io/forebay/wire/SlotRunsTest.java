package io.forebay.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.extent.Extent;
import io.forebay.core.extent.Slot;
import io.forebay.core.extent.StoredBlock;
import io.forebay.wire.proto.CommonProto;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlotRunsTest {
    private static final int SLOTS = 8;
    private static final long SLOT_BYTES = 8 << 10;

    private final Random random = new Random(3);

    @Test
    void aThousandBlocksInLineStayUnder64KiB() {
        CommonProto.Blocks message = SlotRuns.toWire(inLine(1_000, 7));
        assertEquals(1, message.getRunsCount());
        assertEquals(1, message.getGenerationsCount());
        assertTrue(message.getSerializedSize() < 33_000, () -> "takes " + message.getSerializedSize() + " bytes");
    }

    @Test
    void aThousandBlocksInLineStayUnder64KiBAlsoAfterEachSlotWasFreedAnotherNumberOfTimes() {
        List<StoredBlock> blocks = inLine(1_000, 0);
        CommonProto.Blocks message = SlotRuns.toWire(blocks);
        assertEquals(1, message.getRunsCount());
        assertTrue(message.getSerializedSize() < 64 << 10, () -> "takes " + message.getSerializedSize() + " bytes");
        assertEquals(blocks, SlotRunReader.fromWire(message));
    }

    @Test
    void slotsInLineBackwardsAreARunToo() {
        List<StoredBlock> blocks = new ArrayList<>(inLine(10, 7))
                .reversed().stream()
                        .map(block -> new StoredBlock(block.slots().reversed()))
                        .toList();
        CommonProto.Blocks message = SlotRuns.toWire(blocks);
        assertEquals(1, message.getRunsCount());
        assertEquals(blocks, SlotRunReader.fromWire(message));
    }

    @Test
    void aSlotOfAnotherSizeOrNodeStartsARun() {
        List<StoredBlock> blocks = List.of(new StoredBlock(List.of(
                new Slot(0, new Extent(0, 8, 1), 1),
                new Slot(0, new Extent(8, 8, 1), 2),
                new Slot(1, new Extent(16, 8, 1), 3),
                new Slot(1, new Extent(24, 7, 1), 4))));
        CommonProto.Blocks message = SlotRuns.toWire(blocks);
        assertEquals(3, message.getRunsCount());
        assertEquals(blocks, SlotRunReader.fromWire(message));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 65_536 / SLOTS})
    void whateverTheirPlacesBlocksComeBackEqual(int count) {
        List<StoredBlock> blocks = new ArrayList<>();
        for (int block = 0; block < count; block++) {
            List<Slot> slots = new ArrayList<>();
            for (int slot = 0; slot < SLOTS; slot++) {
                long offset = random.nextInt(4) * SLOT_BYTES;
                slots.add(new Slot(
                        random.nextInt(2), new Extent(offset, SLOT_BYTES, random.nextInt(3)), random.nextInt()));
            }
            blocks.add(new StoredBlock(slots));
        }
        assertEquals(blocks, SlotRunReader.fromWire(SlotRuns.toWire(blocks)));
    }

    /// @param generation of every slot; 0 for a random one each
    private List<StoredBlock> inLine(int count, long generation) {
        List<StoredBlock> blocks = new ArrayList<>();
        for (int block = 0; block < count; block++) {
            List<Slot> slots = new ArrayList<>();
            for (int slot = 0; slot < SLOTS; slot++) {
                long offset = ((long) block * SLOTS + slot) * SLOT_BYTES;
                long own = generation == 0 ? 1 + random.nextInt(100) : generation;
                slots.add(new Slot(0, new Extent(offset, SLOT_BYTES, own), random.nextInt()));
            }
            blocks.add(new StoredBlock(slots));
        }
        return blocks;
    }
}
