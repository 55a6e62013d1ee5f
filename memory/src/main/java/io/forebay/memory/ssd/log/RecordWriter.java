package io.forebay.memory.ssd.log;

import io.forebay.memory.ssd.file.BlockFile;
import io.forebay.memory.ssd.file.WholeIo;
import io.forebay.memory.ssd.format.ItemPlace;
import io.forebay.memory.ssd.format.RecordHead;
import io.forebay.memory.ssd.format.SsdFormat;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Writes one record, or another item: in one I/O where its bytes are aligned, else through the staging buffer.
///
/// A write that is cut short leaves a head whose body does not have its checksums, or no head; both are known
/// for what they are. For one thread, with a staging buffer of its own.
public final class RecordWriter {
    private final BlockFile file;
    private final boolean direct;
    private final MemorySegment staging;

    /// @param direct whether I/O on `file` has to be aligned
    public RecordWriter(BlockFile file, boolean direct, MemorySegment staging) {
        this.file = file;
        this.direct = direct;
        this.staging = staging;
    }

    /// Writes a record.
    ///
    /// @param slots the bytes of each slot, in order; not changed by anybody until this returns
    public void write(ItemPlace place, long sequence, RecordHead head, List<MemorySegment> slots) throws IOException {
        byte[] encoded = head.encode(place, sequence);
        if (direct && !slots.stream().allMatch(Alignment::isAligned)) {
            writeStaged(place.offset(), encoded, slots);
            return;
        }
        MemorySegment headBytes = staging.asSlice(0, encoded.length).copyFrom(MemorySegment.ofArray(encoded));
        List<MemorySegment> all = new ArrayList<>(slots.size() + 2);
        all.add(headBytes);
        all.addAll(slots);
        long bodyBytes = head.home().layout().blockBytes();
        long rest = SsdFormat.pages(bodyBytes) - bodyBytes;
        if (rest > 0) {
            all.add(MemorySegment.ofArray(new byte[(int) rest]));
        }
        WholeIo.write(file, place.offset(), all);
    }

    private void writeStaged(long offset, byte[] head, List<MemorySegment> slots) throws IOException {
        long at = offset;
        long filled = head.length;
        staging.asSlice(0, filled).copyFrom(MemorySegment.ofArray(head));
        for (MemorySegment slot : slots) {
            long done = 0;
            while (done < slot.byteSize()) {
                long piece = Math.min(slot.byteSize() - done, staging.byteSize() - filled);
                MemorySegment.copy(slot, done, staging, filled, piece);
                done += piece;
                filled += piece;
                if (filled == staging.byteSize()) {
                    WholeIo.write(file, at, List.of(staging));
                    at += filled;
                    filled = 0;
                }
            }
        }
        if (filled > 0) {
            long whole = SsdFormat.pages(filled);
            staging.asSlice(filled, whole - filled).fill((byte) 0);
            WholeIo.write(file, at, List.of(staging.asSlice(0, whole)));
        }
    }

    /// Writes an item without a body, in pieces of the staging buffer.
    public void write(long offset, byte[] item) throws IOException {
        for (int at = 0; at < item.length; ) {
            int piece = (int) Math.min(item.length - at, staging.byteSize());
            MemorySegment bytes = staging.asSlice(0, piece);
            bytes.copyFrom(MemorySegment.ofArray(item).asSlice(at, piece));
            WholeIo.write(file, offset + at, List.of(bytes));
            at += piece;
        }
    }
}
