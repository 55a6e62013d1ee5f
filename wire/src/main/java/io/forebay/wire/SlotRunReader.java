package io.forebay.wire;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.extent.Extent;
import io.forebay.core.extent.Slot;
import io.forebay.core.extent.StoredBlock;
import io.forebay.wire.proto.CommonProto;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/// Reads `common.proto` → `Blocks`, written by [SlotRuns].
///
/// A run is a few bytes that stand for many slots, so nothing is made of it before the checksums, which are there one
/// by
/// one, have said how many slots there are: a message cannot make its reader allocate more than some ten times its own
/// size. Refuses columns of different lengths, and every extent that [Extent] refuses. Whether slots and sizes are
/// those of the layout, only who knows the layout can say: `StoredBlock.requireFits`.
final class SlotRunReader {
    private static final int MAX_PER_BLOCK = 65_536;

    private final CommonProto.Blocks message;
    private final ByteBuffer checksums;
    private int run = -1;
    private int slotInRun;
    private int generationRun = -1;
    private int leftOfGeneration;

    private SlotRunReader(CommonProto.Blocks message) {
        this.message = message;
        this.checksums = message.getChecksums().asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    static List<StoredBlock> fromWire(CommonProto.Blocks message) {
        int blocks = countBlocks(message);
        SlotRunReader reader = new SlotRunReader(message);
        List<StoredBlock> read = new ArrayList<>(blocks);
        for (int block = 0; block < blocks; block++) {
            List<Slot> slots = new ArrayList<>(message.getSlotsPerBlock());
            for (int slot = 0; slot < message.getSlotsPerBlock(); slot++) {
                slots.add(reader.next());
            }
            read.add(new StoredBlock(slots));
        }
        return read;
    }

    private static int countBlocks(CommonProto.Blocks message) {
        int bytes = message.getChecksums().size();
        InvalidInput.unless(
                bytes % Integer.BYTES == 0, "blocks.checksums", "has " + bytes + " bytes; 4 make a checksum");
        int slots = bytes / Integer.BYTES;
        long inRuns = message.getRunsList().stream()
                .mapToLong(each -> counted("blocks.runs", each.getSlots()))
                .sum();
        long inGenerations = message.getGenerationSlotsList().stream()
                .mapToLong(each -> counted("blocks.generation_slots", each))
                .sum();
        InvalidInput.unless(
                inRuns == slots && inGenerations == slots,
                "block.slots",
                "has " + slots + " checksums, " + inRuns + " places and " + inGenerations + " generations");
        InvalidInput.unless(
                message.getGenerationsCount() == message.getGenerationSlotsCount(),
                "blocks.generations",
                "has " + message.getGenerationsCount() + " entries for " + message.getGenerationSlotsCount());
        return slots == 0 ? 0 : blocksOf(slots, message.getSlotsPerBlock());
    }

    private static long counted(String field, int slots) {
        InvalidInput.unless(slots != 0, field, "has a run of 0 slots");
        return Integer.toUnsignedLong(slots);
    }

    private static int blocksOf(int slots, int perBlock) {
        InvalidInput.unless(
                perBlock >= 1 && perBlock <= MAX_PER_BLOCK,
                "block.slots",
                "has " + Integer.toUnsignedString(perBlock) + " for each block; it must be from 1 to " + MAX_PER_BLOCK);
        InvalidInput.unless(
                slots % perBlock == 0,
                "block.slots",
                "has " + slots + " slots, which is no multiple of a block's " + perBlock);
        int blocks = slots / perBlock;
        InvalidInput.unless(
                blocks <= Limits.MAX_KEYS, "block.slots", "has " + blocks + " blocks; the limit is " + Limits.MAX_KEYS);
        return blocks;
    }

    private Slot next() {
        if (run < 0 || ++slotInRun == message.getRuns(run).getSlots()) {
            run++;
            slotInRun = 0;
        }
        if (leftOfGeneration == 0) {
            generationRun++;
            leftOfGeneration = message.getGenerationSlots(generationRun);
        }
        leftOfGeneration--;
        CommonProto.SlotRun line = message.getRuns(run);
        long generation = message.getGenerations(generationRun);
        return new Slot(line.getNumaNode(), new Extent(offset(line), line.getLength(), generation), checksums.getInt());
    }

    private long offset(CommonProto.SlotRun line) {
        if (slotInRun == 0) {
            return line.getOffset();
        }
        try {
            return Math.addExact(line.getOffset(), Math.multiplyExact(line.getStride(), (long) slotInRun));
        } catch (ArithmeticException e) {
            throw new InvalidInput("slot_run.stride", "overflows: " + line.getStride());
        }
    }
}
