package io.forebay.memory.ssd.format;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.layout.Layout;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The head of a record: the whole name of its block, the layout, and the slot table. A record can be
/// understood alone.
///
/// Payload: model, tenant, fingerprint (2-byte length and UTF-8 each); the layout (1 byte kind, its fields);
/// the hash (1-byte length, bytes); the number of slots (4 bytes); for each slot its length, checksum and NUMA
/// node (4 bytes each).
///
/// @param slots as many, and of such lengths, as the layout gives
public record RecordHead(NamespaceLayout home, BlockHash hash, List<SlotEntry> slots) {
    public RecordHead {
        slots = List.copyOf(slots);
        Layout layout = home.layout();
        InvalidInput.unless(
                slots.size() == layout.slotCount(),
                "record.slots",
                "has " + slots.size() + " slots; the layout gives " + layout.slotCount());
        long slotBytes = layout.slotBytes();
        for (SlotEntry slot : slots) {
            if (slot.lengthBytes() != slotBytes) {
                throw new InvalidInput(
                        "record.slot.length", "is " + slot.lengthBytes() + "; the layout gives " + slotBytes);
            }
        }
    }

    public BlockKey key() {
        return new BlockKey(home.namespace(), hash);
    }

    /// Bytes of the head of such a record, whole pages.
    public static int headBytes(NamespaceLayout home, BlockHash hash) {
        FieldWriter fields = new FieldWriter();
        home.write(fields);
        int name = fields.shortBytes(hash.bytes()).toBytes().length;
        return Item.headBytes(name + Integer.BYTES + home.layout().slotCount() * SlotEntry.BYTES);
    }

    /// The bytes of the head.
    public byte[] encode(ItemPlace place, long sequence) {
        FieldWriter fields = new FieldWriter();
        home.write(fields);
        fields.shortBytes(hash.bytes()).u32(slots.size());
        for (SlotEntry slot : slots) {
            fields.u32(slot.lengthBytes()).u32(slot.checksum()).u32(slot.numaNode());
        }
        return Item.encode(ItemKind.RECORD, place, sequence, home.layout().blockBytes(), fields.toBytes());
    }

    /// The same as [#of], if that would be the head of this block in this layout. Compares bytes: neither names
    /// nor layout are made anew for each read.
    public static Optional<RecordHead> of(Item item, NamespaceLayout home, BlockHash hash) {
        ByteBuffer payload = item.payload();
        FieldWriter name = new FieldWriter();
        home.write(name);
        ByteBuffer expected = ByteBuffer.wrap(name.shortBytes(hash.bytes()).toBytes());
        boolean same = item.kind() == ItemKind.RECORD
                && item.bodyBytes() == home.layout().blockBytes()
                && payload.remaining() > expected.remaining()
                && payload.slice(payload.position(), expected.remaining()).equals(expected);
        if (!same) {
            return Optional.empty();
        }
        try {
            payload.position(payload.position() + expected.remaining());
            return Optional.of(new RecordHead(home, hash, readSlots(new FieldReader(payload))));
        } catch (BufferUnderflowException | InvalidInput | ArithmeticException e) {
            return Optional.empty();
        }
    }

    private static List<SlotEntry> readSlots(FieldReader fields) {
        int count = fields.count(SlotEntry.BYTES);
        List<SlotEntry> slots = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            slots.add(new SlotEntry(fields.u32(), (int) fields.u32(), Math.toIntExact(fields.u32())));
        }
        return slots;
    }

    /// Empty if the item is no record, or one that this build cannot understand, or one whose layout isn't that
    /// of its namespace.
    public static Optional<RecordHead> of(Item item) {
        if (item.kind() != ItemKind.RECORD) {
            return Optional.empty();
        }
        try {
            FieldReader fields = new FieldReader(item.payload());
            NamespaceLayout home = NamespaceLayout.read(fields);
            BlockHash hash = BlockHash.of(fields.shortBytes());
            RecordHead head = new RecordHead(home, hash, readSlots(fields));
            return item.bodyBytes() == home.layout().blockBytes() ? Optional.of(head) : Optional.empty();
        } catch (BufferUnderflowException | InvalidInput | ArithmeticException e) {
            return Optional.empty();
        }
    }
}
