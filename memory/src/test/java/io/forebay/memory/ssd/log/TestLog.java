package io.forebay.memory.ssd.log;

import io.forebay.memory.ssd.TestBlock;
import io.forebay.memory.ssd.file.BlockFile;
import io.forebay.memory.ssd.file.LogDirectory;
import io.forebay.memory.ssd.file.StagingSlab;
import io.forebay.memory.ssd.format.FileContents;
import io.forebay.memory.ssd.format.FileId;
import io.forebay.memory.ssd.format.IndexEntry;
import io.forebay.memory.ssd.format.RecordHead;
import io.forebay.memory.ssd.format.Tombstone;
import io.forebay.memory.ssd.format.Tombstones;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// One file that a test writes records to, one after the other.
final class TestLog {
    static final FileId ID = new FileId(5, 0x0BADCAFEL);

    final MemorySegment staging = Arena.ofAuto().allocate(StagingSlab.BUFFER_BYTES, 4_096);
    final List<IndexEntry> entries = new ArrayList<>();
    final List<Tombstone> tombstones = new ArrayList<>();
    final LogDirectory directory;
    final LogFile file;

    TestLog(LogDirectory directory, long sizeBytes) throws IOException {
        this(directory, ID, sizeBytes);
    }

    TestLog(LogDirectory directory, FileId id, long sizeBytes) throws IOException {
        this.directory = directory;
        this.file = LogFile.create(directory, id, sizeBytes, "node", staging);
    }

    IndexEntry write(TestBlock block) throws IOException {
        return write(block, block.slots());
    }

    IndexEntry write(TestBlock block, List<MemorySegment> slots) throws IOException {
        int headBytes = RecordHead.headBytes(block.home(), block.hash());
        IndexEntry draft = new IndexEntry(block.home(), block.hash(), entries.size() + 1, 0, headBytes);
        long offset = file.reserveRecord(block.home(), draft.totalBytes()).orElseThrow();
        IndexEntry entry = new IndexEntry(block.home(), block.hash(), draft.sequence(), offset, headBytes);
        file.writer(staging).write(file.place(offset), entry.sequence(), block.head(), slots);
        entries.add(entry);
        return entry;
    }

    void drop(TestBlock block) throws IOException {
        List<Tombstone> batch = List.of(new Tombstone(block.key(), 1_000 + tombstones.size(), ID.number()));
        long offset = file.reserveTombstones(batch).orElseThrow();
        file.writer(staging).write(offset, Tombstones.encode(file.place(offset), batch));
        tombstones.addAll(batch);
    }

    void finish() throws IOException {
        file.sync();
        file.finish(new FileContents(entries, tombstones), staging);
    }

    RecordReading read(IndexEntry entry, List<MemorySegment> targets) throws IOException {
        return file.reader(staging).read(file.place(entry.offset()), entry, targets);
    }

    FoundFile inspect(boolean everyByte) throws IOException {
        try (BlockFile again = directory.open(ID.fileName(), true)) {
            FileInspector inspector = new FileInspector(again, ID, staging);
            return everyByte ? inspector.everyByte() : inspector.index();
        }
    }
}
