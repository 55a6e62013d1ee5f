package io.forebay.wire;

import com.google.protobuf.ByteString;
import io.forebay.core.answer.Invariant;
import io.forebay.core.extent.Extent;
import io.forebay.core.extent.Slot;
import io.forebay.core.extent.StoredBlock;
import io.forebay.wire.proto.CommonProto;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/// The packed form of sealed blocks, `common.proto` → `Blocks`: one record of 32 bytes for each slot, so that an
/// extent and its checksum cannot come apart.
///
/// A reply may hold 32,768 blocks of 4 slots. As messages of their own these would be 131,072 objects on either side;
/// as records they are one array, and an engine in another language reads them with one struct format.
final class SlotRecords {
    static final int RECORD_BYTES = 32;

    private static final int CHECKSUM = ExtentRecords.RECORD_BYTES;
    private static final int NUMA_NODE = CHECKSUM + 4;

    private SlotRecords() {}

    /// @param blocks of one namespace, hence all with the same number of slots
    static CommonProto.Blocks toWire(List<StoredBlock> blocks) {
        int perBlock = blocks.isEmpty() ? 0 : blocks.getFirst().slots().size();
        RecordRun run = RecordRun.toWrite("block.slots", perBlock, RECORD_BYTES, blocks.size());
        ByteBuffer bytes = ByteBuffer.allocate(run.sizeBytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (StoredBlock block : blocks) {
            Invariant.check(block.slots().size() == perBlock, "the blocks of a namespace all have the same slots");
            for (Slot slot : block.slots()) {
                ExtentRecords.put(bytes, slot.extent());
                bytes.putInt(slot.checksum()).putInt(slot.numaNode());
            }
        }
        return CommonProto.Blocks.newBuilder()
                .setSlotsPerBlock(perBlock)
                .setRecordBytes(RECORD_BYTES)
                .setSlots(ByteString.copyFrom(bytes.flip()))
                .build();
    }

    /// Refuses zero slots, a size that is no whole number of blocks, and every extent that [Extent] refuses. Whether
    /// slots and sizes are those of the layout, only who knows the layout can say: `StoredBlock.requireFits`.
    static List<StoredBlock> fromWire(CommonProto.Blocks message) {
        ByteBuffer bytes = message.getSlots().asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        RecordRun run = RecordRun.read(
                "block.slots", message.getSlotsPerBlock(), message.getRecordBytes(), RECORD_BYTES, bytes.remaining());
        List<StoredBlock> blocks = new ArrayList<>(run.blocks());
        for (int block = 0; block < run.blocks(); block++) {
            List<Slot> slots = new ArrayList<>(run.perBlock());
            for (int slot = 0; slot < run.perBlock(); slot++) {
                slots.add(get(bytes, run.at(block, slot)));
            }
            blocks.add(new StoredBlock(slots));
        }
        return blocks;
    }

    private static Slot get(ByteBuffer bytes, int index) {
        Extent extent = ExtentRecords.get(bytes, index);
        return new Slot(bytes.getInt(index + NUMA_NODE), extent, bytes.getInt(index + CHECKSUM));
    }
}
