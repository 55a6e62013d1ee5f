package io.forebay.memory.ssd.log;

import io.forebay.memory.Checksum;
import io.forebay.memory.ssd.file.BlockFile;
import io.forebay.memory.ssd.file.WholeIo;
import io.forebay.memory.ssd.format.IndexEntry;
import io.forebay.memory.ssd.format.Item;
import io.forebay.memory.ssd.format.ItemPlace;
import io.forebay.memory.ssd.format.RecordHead;
import io.forebay.memory.ssd.format.SlotEntry;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads one record: its head is read with its body, in one I/O where the targets are aligned, so that key,
/// place and checksums are verified each time and need not be kept in memory.
///
/// For one thread, with a staging buffer of its own.
public final class RecordReader {
    private final BlockFile file;
    private final boolean direct;
    private final MemorySegment staging;

    /// @param direct whether I/O on `file` has to be aligned
    public RecordReader(BlockFile file, boolean direct, MemorySegment staging) {
        this.file = file;
        this.direct = direct;
        this.staging = staging;
    }

    /// Reads the slots into `targets`, one for each, of the slot's size.
    ///
    /// @param place where the record is, as the index has it
    public RecordReading read(ItemPlace place, IndexEntry entry, List<MemorySegment> targets) throws IOException {
        MemorySegment head = staging.asSlice(0, entry.headBytes());
        boolean inOne = !direct || targets.stream().allMatch(Alignment::isAligned);
        try {
            if (inOne) {
                List<MemorySegment> all = new ArrayList<>(targets.size() + 1);
                all.add(head);
                all.addAll(targets);
                WholeIo.read(file, entry.offset(), all);
            } else {
                WholeIo.read(file, entry.offset(), List.of(head));
            }
            Optional<RecordHead> found = head(place, entry);
            if (found.isEmpty()) {
                return new RecordReading.Corrupt("its head is damaged");
            }
            if (!inOne) {
                readStaged(entry, targets);
            }
            return verify(found.get().slots(), targets);
        } catch (EOFException e) {
            return new RecordReading.Corrupt("its file was cut");
        }
    }

    /// The head that is in the staging buffer, if it is the one that the index knows.
    Optional<RecordHead> head(ItemPlace place, IndexEntry entry) {
        byte[] bytes = staging.asSlice(0, entry.headBytes()).toArray(ValueLayout.JAVA_BYTE);
        return Item.decode(bytes, place)
                .filter(item -> item.sequence() == entry.sequence())
                .flatMap(item -> RecordHead.of(item, entry.home(), entry.hash()));
    }

    private void readStaged(IndexEntry entry, List<MemorySegment> targets) throws IOException {
        StagedBody body = new StagedBody(file, entry.offset() + entry.headBytes(), entry.bodyBytes(), staging);
        for (MemorySegment target : targets) {
            body.readInto(target);
        }
    }

    private static RecordReading verify(List<SlotEntry> slots, List<MemorySegment> targets) {
        for (int slot = 0; slot < slots.size(); slot++) {
            if (Checksum.of(targets.get(slot)) != slots.get(slot).checksum()) {
                return new RecordReading.Corrupt("slot " + slot + " does not have its checksum");
            }
        }
        return new RecordReading.Sound(slots);
    }
}
