package io.forebay.gateway.resp;

import io.forebay.core.answer.Invariant;
import io.forebay.core.extent.Extent;
import io.forebay.core.layout.Opaque;
import io.netty.buffer.ByteBuf;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/// A value on its way from a socket into the pool. It has room for what has come and little more: the next slot is
/// asked for when the one before is full, so what is announced and never sent costs one slot. Checksums are taken as
/// the bytes come. Gateway thread only.
final class Incoming {
    private static final byte[] NO_LABEL = {};

    private final PoolRoom room;
    private final IncomingBound bound;
    private final long length;
    private final int slotCount;
    private final long slotBytes;
    private final List<Extent> slots = new ArrayList<>();
    private final List<Integer> checksums = new ArrayList<>();
    private final CRC32C checksum = new CRC32C();
    private MemorySegment slot = MemorySegment.NULL;
    private long inSlot;
    private long filled;

    /// @param length bytes of the value
    /// @param labelBytes of the label that is kept behind it; an empty value has room for none
    Incoming(PoolRoom room, IncomingBound bound, long length, long labelBytes) {
        this.room = room;
        this.bound = bound;
        this.length = length;
        Opaque layout = Opaque.holding(Math.max(1, length + labelBytes));
        this.slotCount = length == 0 ? 0 : layout.slotCount();
        this.slotBytes = layout.slotBytes();
    }

    long length() {
        return length;
    }

    long slotBytes() {
        return slotBytes;
    }

    /// Bytes that have come.
    long filled() {
        return filled;
    }

    /// Whether it needs another slot before anything else can happen.
    boolean needsSlot() {
        return slots.size() < slotCount && (filled == length || inSlot == slot.byteSize());
    }

    boolean isComplete() {
        return filled == length && slots.size() == slotCount;
    }

    /// The slot that it needs, whose bytes were taken from the bound.
    void add(Extent extent) {
        if (!slots.isEmpty()) {
            write(NO_LABEL); // the value may have ended in the one before
            checksums.add(takeChecksum());
        }
        slots.add(extent);
        slot = room.slice(extent);
        inSlot = 0;
    }

    private int takeChecksum() {
        int taken = (int) checksum.getValue();
        checksum.reset();
        return taken;
    }

    /// How many bytes can come now.
    long expected() {
        return Math.min(length - filled, slot.byteSize() - inSlot);
    }

    /// Where they go: at most `most` of them.
    ByteBuffer target(long most) {
        return slot.asSlice(inSlot, Math.min(most, expected())).asByteBuffer();
    }

    /// So many bytes have been written there.
    void advance(long bytes) {
        Invariant.check(bytes <= expected(), "a value gets no more bytes than it has room for");
        checksum.update(slot.asSlice(inSlot, bytes).asByteBuffer());
        inSlot += bytes;
        filled += bytes;
    }

    /// Copies what there is of it.
    void copy(ByteBuf in) {
        long bytes = Math.min(in.readableBytes(), expected());
        ByteBuffer target = target(bytes);
        in.readBytes(target);
        advance(bytes);
    }

    /// The whole value, held once by the caller.
    ///
    /// @param label is written behind it, at the end of the last slot; may be empty
    Value seal(byte[] label) {
        Invariant.check(isComplete(), "a value is sealed when it is whole");
        if (slotCount > 0) {
            if (label.length > 0) {
                write(label);
            }
            checksums.add(takeChecksum());
        }
        bound.remove(slots.size() * slotBytes);
        return new Value(length, slotBytes, slots, checksums);
    }

    /// Fills the rest of the slot: nobody's old bytes go to SSD.
    private void write(byte[] label) {
        MemorySegment rest = slot.asSlice(inSlot);
        MemorySegment end = rest.asSlice(rest.byteSize() - label.length);
        rest.asSlice(0, rest.byteSize() - label.length).fill((byte) 0);
        end.copyFrom(MemorySegment.ofArray(label));
        checksum.update(rest.asByteBuffer());
    }

    /// It will never be whole: its room is free.
    void drop() {
        bound.remove(slots.size() * slotBytes);
        slots.forEach(room::give);
        slots.clear();
    }
}
