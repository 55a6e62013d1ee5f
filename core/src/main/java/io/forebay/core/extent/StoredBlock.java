package io.forebay.core.extent;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.layout.Layout;
import java.util.List;

/// A block at rest in one pool: all its slots in the order of the layout's slot numbers.
public record StoredBlock(List<Slot> slots) {
    public StoredBlock {
        slots = List.copyOf(slots);
        InvalidInput.unless(!slots.isEmpty(), "block.slots", "is empty; a block has at least 1 slot");
    }

    /// Refuses a block whose slot count or slot sizes are not those of `layout`. For everything that came over a
    /// wire.
    public StoredBlock requireFits(Layout layout) {
        InvalidInput.unless(
                slots.size() == layout.slotCount(),
                "block.slots",
                "has " + slots.size() + " slots; the layout gives " + layout.slotCount());
        for (Slot slot : slots) {
            if (slot.extent().lengthBytes() != layout.slotBytes()) {
                throw new InvalidInput(
                        "slot.length",
                        "is " + slot.extent().lengthBytes() + "; the layout gives " + layout.slotBytes());
            }
        }
        return this;
    }
}
