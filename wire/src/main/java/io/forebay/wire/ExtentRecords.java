package io.forebay.wire;

import com.google.protobuf.ByteString;
import io.forebay.core.answer.Invariant;
import io.forebay.core.extent.Extent;
import io.forebay.wire.proto.CommonProto;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/// The packed form of extents, `common.proto` → `Extents`: one record of 24 bytes for each, so that offset, length
/// and generation cannot come apart.
final class ExtentRecords {
    static final int RECORD_BYTES = 24;

    private ExtentRecords() {}

    /// @param blocks the extents of each block, all of the same number
    static CommonProto.Extents toWire(List<List<Extent>> blocks) {
        int perBlock = blocks.isEmpty() ? 0 : blocks.getFirst().size();
        RecordRun run = RecordRun.toWrite("extents", perBlock, RECORD_BYTES, blocks.size());
        ByteBuffer bytes = ByteBuffer.allocate(run.sizeBytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (List<Extent> block : blocks) {
            Invariant.check(block.size() == perBlock && perBlock > 0, "a rank's blocks all have the same extents");
            for (Extent extent : block) {
                put(bytes, extent);
            }
        }
        return CommonProto.Extents.newBuilder()
                .setExtentsPerBlock(perBlock)
                .setRecordBytes(RECORD_BYTES)
                .setRecords(ByteString.copyFrom(bytes.flip()))
                .build();
    }

    static List<List<Extent>> fromWire(CommonProto.Extents message) {
        ByteBuffer bytes = message.getRecords().asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        RecordRun run = RecordRun.read(
                "extents", message.getExtentsPerBlock(), message.getRecordBytes(), RECORD_BYTES, bytes.remaining());
        List<List<Extent>> blocks = new ArrayList<>(run.blocks());
        for (int block = 0; block < run.blocks(); block++) {
            List<Extent> extents = new ArrayList<>(run.perBlock());
            for (int extent = 0; extent < run.perBlock(); extent++) {
                extents.add(get(bytes, run.at(block, extent)));
            }
            blocks.add(List.copyOf(extents));
        }
        return blocks;
    }

    /// Writes the 24 bytes of one extent at the buffer's position.
    static void put(ByteBuffer bytes, Extent extent) {
        bytes.putLong(extent.offsetBytes()).putLong(extent.lengthBytes()).putLong(extent.generation());
    }

    /// Reads the extent at `index`; refuses a negative offset and a length that is not positive.
    static Extent get(ByteBuffer bytes, int index) {
        return new Extent(bytes.getLong(index), bytes.getLong(index + 8), bytes.getLong(index + 16));
    }
}
