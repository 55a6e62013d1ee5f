package io.forebay.memory.ssd.log;

import io.forebay.memory.ssd.file.BlockFile;
import io.forebay.memory.ssd.file.WholeIo;
import io.forebay.memory.ssd.format.IndexEntry;
import io.forebay.memory.ssd.format.ItemPlace;
import io.forebay.memory.ssd.format.RecordHead;
import io.forebay.memory.ssd.format.SlotEntry;
import io.forebay.memory.ssd.format.SsdFormat;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/// Copies a record from one file to another, verifying it on the way. The head is written last, so that a copy
/// that is not finished, or turned out damaged, is no record.
///
/// For one thread, with a staging buffer of its own.
public final class RecordCopy {
    private final BlockFile from;
    private final BlockFile to;
    private final boolean direct;
    private final MemorySegment staging;

    public RecordCopy(BlockFile from, BlockFile to, boolean direct, MemorySegment staging) {
        this.from = from;
        this.to = to;
        this.direct = direct;
        this.staging = staging;
    }

    /// Copies one record.
    ///
    /// @param source where the record is
    /// @param target where it goes; there is room for all of it
    /// @return false if the record is corrupt
    public boolean copy(ItemPlace source, IndexEntry entry, ItemPlace target) throws IOException {
        try {
            WholeIo.read(from, entry.offset(), List.of(staging.asSlice(0, entry.headBytes())));
            Optional<RecordHead> head = new RecordReader(from, direct, staging).head(source, entry);
            if (head.isEmpty() || !copyBody(entry, head.get(), target.offset() + entry.headBytes())) {
                return false;
            }
            new RecordWriter(to, direct, staging)
                    .write(target.offset(), head.get().encode(target, entry.sequence()));
            return true;
        } catch (EOFException e) {
            return false;
        }
    }

    private boolean copyBody(IndexEntry entry, RecordHead head, long targetOffset) throws IOException {
        SlotChecks checks = new SlotChecks(head.slots());
        long left = entry.bodyBytes();
        long offset = entry.offset() + entry.headBytes();
        long at = targetOffset;
        while (left > 0) {
            long whole = Math.min(SsdFormat.pages(left), staging.byteSize());
            MemorySegment piece = staging.asSlice(0, whole);
            WholeIo.read(from, offset, List.of(piece));
            long used = Math.min(left, whole);
            if (!checks.accept(piece.asSlice(0, used))) {
                return false;
            }
            WholeIo.write(to, at, List.of(piece));
            offset += whole;
            at += whole;
            left -= used;
        }
        return true;
    }

    /// Compares a body that comes in pieces with its slot table.
    static final class SlotChecks {
        private final List<SlotEntry> slots;
        private final CRC32C checksum = new CRC32C();
        private int slot;
        private long inSlot;

        SlotChecks(List<SlotEntry> slots) {
            this.slots = slots;
        }

        /// False as soon as a slot is complete and does not have its checksum.
        boolean accept(MemorySegment piece) {
            long done = 0;
            while (done < piece.byteSize()) {
                SlotEntry entry = slots.get(slot);
                long length = Math.min(piece.byteSize() - done, entry.lengthBytes() - inSlot);
                checksum.update(piece.asSlice(done, length).asByteBuffer());
                done += length;
                inSlot += length;
                if (inSlot == entry.lengthBytes()) {
                    if ((int) checksum.getValue() != entry.checksum()) {
                        return false;
                    }
                    checksum.reset();
                    slot++;
                    inSlot = 0;
                }
            }
            return true;
        }
    }
}
