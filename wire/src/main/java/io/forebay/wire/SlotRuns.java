package io.forebay.wire;

import com.google.protobuf.ByteString;
import io.forebay.core.answer.Invariant;
import io.forebay.core.extent.Slot;
import io.forebay.core.extent.StoredBlock;
import io.forebay.wire.proto.CommonProto;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes sealed blocks as `common.proto` → `Blocks`; [SlotRunReader] reads them.
///
/// A prefix of 1,000 blocks of 8 slots that lie in line takes 4 bytes a slot, its checksum, and some dozen bytes in all
/// for everything else; one that lies anyhow takes about 20 bytes a slot.
final class SlotRuns {
    private final CommonProto.Blocks.Builder message = CommonProto.Blocks.newBuilder();
    private final ByteBuffer checksums;
    private @Nullable Slot first;
    private long stride;
    private long generation;
    private int slots;
    private int sameGeneration;

    private SlotRuns(int slots) {
        checksums = ByteBuffer.allocate(slots * Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    }

    /// @param blocks of one namespace, hence all with the same number of slots
    static CommonProto.Blocks toWire(List<StoredBlock> blocks) {
        int perBlock = blocks.isEmpty() ? 0 : blocks.getFirst().slots().size();
        SlotRuns runs = new SlotRuns(Math.multiplyExact(perBlock, blocks.size()));
        for (StoredBlock block : blocks) {
            Invariant.check(block.slots().size() == perBlock, "the blocks of a namespace all have the same slots");
            block.slots().forEach(runs::add);
        }
        return runs.finish(perBlock);
    }

    private void add(Slot slot) {
        checksums.putInt(slot.checksum());
        addGeneration(slot.extent().generation());
        Slot start = first;
        if (start != null && continues(start, slot)) {
            slots++;
            return;
        }
        endRun();
        first = slot;
        slots = 1;
    }

    private boolean continues(Slot start, Slot slot) {
        if (slot.numaNode() != start.numaNode()
                || slot.extent().lengthBytes() != start.extent().lengthBytes()) {
            return false;
        }
        long distance = slot.extent().offsetBytes() - start.extent().offsetBytes();
        if (slots == 1) {
            stride = distance;
        }
        return distance == stride * slots;
    }

    private void addGeneration(long next) {
        if (sameGeneration > 0 && next != generation) {
            endGeneration();
        }
        generation = next;
        sameGeneration++;
    }

    private void endRun() {
        Slot start = first;
        if (start != null) {
            message.addRuns(CommonProto.SlotRun.newBuilder()
                    .setOffset(start.extent().offsetBytes())
                    .setLength(start.extent().lengthBytes())
                    .setStride(slots == 1 ? 0 : stride)
                    .setSlots(slots)
                    .setNumaNode(start.numaNode()));
        }
    }

    private void endGeneration() {
        message.addGenerations(generation).addGenerationSlots(sameGeneration);
        sameGeneration = 0;
    }

    private CommonProto.Blocks finish(int perBlock) {
        endRun();
        if (sameGeneration > 0) {
            endGeneration();
        }
        return message.setSlotsPerBlock(perBlock)
                .setChecksums(ByteString.copyFrom(checksums.flip()))
                .build();
    }
}
