package io.forebay.memory.ssd.terms;

import io.forebay.core.block.BlockKey;
import io.forebay.core.layout.Layout;
import io.forebay.memory.ssd.format.NamespaceLayout;
import io.forebay.memory.ssd.format.RecordHead;
import io.forebay.memory.ssd.format.SlotEntry;
import java.util.List;

/// A block that is to be written. Refuses, with an [io.forebay.core.answer.InvalidInput], a layout that isn't
/// that of the key's namespace, and slots that the layout doesn't give.
public record SsdWrite(BlockKey key, Layout layout, List<SsdSlot> slots) {
    public SsdWrite {
        slots = List.copyOf(slots);
        head(key, layout, slots);
    }

    /// The head of the record.
    public RecordHead head() {
        return head(key, layout, slots);
    }

    private static RecordHead head(BlockKey key, Layout layout, List<SsdSlot> slots) {
        List<SlotEntry> entries = slots.stream()
                .map(slot -> new SlotEntry(slot.bytes().byteSize(), slot.checksum(), slot.numaNode()))
                .toList();
        return new RecordHead(new NamespaceLayout(key.namespace(), layout), key.hash(), entries);
    }
}
