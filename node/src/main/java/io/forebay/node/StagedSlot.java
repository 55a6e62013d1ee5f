package io.forebay.node;

import io.forebay.core.extent.StoredBlock;
import io.forebay.memory.ssd.format.SlotEntry;
import java.util.List;

/// What a source says of a slot that it fills.
///
/// @param checksum CRC32C of the whole slot, taken when it was sealed
record StagedSlot(long lengthBytes, int checksum) {
    /// As it lies in a peer's pool.
    static List<StagedSlot> of(StoredBlock block) {
        return block.slots().stream()
                .map(slot -> new StagedSlot(slot.extent().lengthBytes(), slot.checksum()))
                .toList();
    }

    /// As it lies on SSD.
    static List<StagedSlot> of(List<SlotEntry> record) {
        return record.stream()
                .map(slot -> new StagedSlot(slot.lengthBytes(), slot.checksum()))
                .toList();
    }
}
