package io.forebay.memory.ssd.log;

import io.forebay.core.block.BlockKey;
import io.forebay.memory.ssd.file.BlockFile;
import io.forebay.memory.ssd.file.WholeIo;
import io.forebay.memory.ssd.format.FileContents;
import io.forebay.memory.ssd.format.FileId;
import io.forebay.memory.ssd.format.IndexEntry;
import io.forebay.memory.ssd.format.Item;
import io.forebay.memory.ssd.format.ItemPlace;
import io.forebay.memory.ssd.format.RecordHead;
import io.forebay.memory.ssd.format.SsdFormat;
import io.forebay.memory.ssd.format.Tombstone;
import io.forebay.memory.ssd.format.Tombstones;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads a file from its first record to its end, head by head, and every body against its checksums. Behind a
/// head that is damaged it looks for the next one page by page: records behind it are not lost, nor those
/// behind the hole that a write left which never finished. What is found is good; a torn or damaged record is
/// named if its head is whole. What an earlier file had in this place is passed over: its items carry that file's
/// nonce.
///
/// One thread.
final class FileScan {
    private final BlockFile file;
    private final FileId id;
    private final long size;
    private final MemorySegment staging;
    private final List<String> damage;
    private final List<IndexEntry> records = new ArrayList<>();
    private final List<Tombstone> tombstones = new ArrayList<>();
    private final List<BlockKey> corrupt = new ArrayList<>();
    private long endOffset = SsdFormat.PAGE_BYTES;

    FileScan(BlockFile file, FileId id, long size, MemorySegment staging, List<String> damage) {
        this.file = file;
        this.id = id;
        this.size = size - size % SsdFormat.PAGE_BYTES;
        this.staging = staging;
        this.damage = damage;
    }

    FileContents contents() {
        return new FileContents(records, tombstones);
    }

    List<BlockKey> corrupt() {
        return corrupt;
    }

    long endOffset() {
        return endOffset;
    }

    void run() throws IOException {
        long at = SsdFormat.PAGE_BYTES;
        while (at < size) {
            at = Math.max(at, nextHead(at));
            if (at < size) {
                at = item(at);
            }
        }
    }

    /// The offset of the first page from `from` on that looks like a head of this file; the file's size if none does.
    /// Heads of an earlier file are passed over within what was read: there may be one for each few pages.
    private long nextHead(long from) throws IOException {
        for (long at = from; at < size; ) {
            long length = at == from
                    ? SsdFormat.PAGE_BYTES
                    : Math.min(size - at, staging.byteSize() / SsdFormat.PAGE_BYTES * SsdFormat.PAGE_BYTES);
            MemorySegment window = staging.asSlice(0, length);
            WholeIo.read(file, at, List.of(window));
            for (long page = 0; page < length; page += SsdFormat.PAGE_BYTES) {
                if (mayBeOurs(window.asSlice(page))) {
                    return at + page;
                }
            }
            at += length;
        }
        return size;
    }

    /// Whether what was read begins with what looks like a head, and not with another file's.
    private boolean mayBeOurs(MemorySegment read) {
        Optional<Integer> headBytes =
                Item.headBytes(read.asSlice(0, SsdFormat.PAGE_BYTES).asByteBuffer());
        if (headBytes.isEmpty() || headBytes.get() > read.byteSize()) {
            return headBytes.isPresent();
        }
        byte[] head = read.asSlice(0, headBytes.get()).toArray(ValueLayout.JAVA_BYTE);
        return !Item.isOfAnotherFile(head, id);
    }

    /// Takes the item at `at` in; the offset to go on from.
    private long item(long at) throws IOException {
        byte[] head = head(at);
        Optional<Item> item = Item.decode(head, new ItemPlace(id, at));
        if (item.isEmpty()) {
            if (!Item.isOfAnotherFile(head, id)) {
                damage.add("what looks like a head at " + at + " is none, or damaged");
            }
            return at + SsdFormat.PAGE_BYTES;
        }
        long end = at + item.get().totalBytes();
        switch (item.get().kind()) {
            case RECORD -> record(item.get(), at);
            case TOMBSTONES -> {
                Optional<List<Tombstone>> found = Tombstones.of(item.get());
                found.ifPresentOrElse(
                        tombstones::addAll, () -> damage.add("tombstones at " + at + " are not readable"));
                endOffset = end;
            }
            case FILE_HEAD, FOOTER, TRAILER -> {}
        }
        return end;
    }

    /// Its bytes, as many as it says and there are.
    private byte[] head(long at) throws IOException {
        WholeIo.read(file, at, List.of(staging.asSlice(0, SsdFormat.PAGE_BYTES)));
        Optional<Integer> headBytes =
                Item.headBytes(staging.asSlice(0, SsdFormat.PAGE_BYTES).asByteBuffer());
        byte[] head = new byte[(int) Math.min(headBytes.orElse(SsdFormat.PAGE_BYTES), size - at)];
        StagedBody bytes = new StagedBody(file, at, head.length, staging);
        bytes.readInto(MemorySegment.ofArray(head));
        return head;
    }

    private void record(Item item, long at) throws IOException {
        Optional<RecordHead> head = RecordHead.of(item);
        if (head.isEmpty()) {
            damage.add("the record at " + at + " is of a kind that this build does not know");
            return;
        }
        IndexEntry entry = new IndexEntry(head.get().home(), head.get().hash(), item.sequence(), at, item.headBytes());
        if (bodyIsSound(entry, head.get())) {
            records.add(entry);
            endOffset = entry.endOffset();
        } else {
            corrupt.add(entry.key());
            damage.add("the record at " + at + " is damaged, or was not finished: block " + entry.hash());
        }
    }

    private boolean bodyIsSound(IndexEntry entry, RecordHead head) throws IOException {
        RecordCopy.SlotChecks checks = new RecordCopy.SlotChecks(head.slots());
        long bodyOffset = entry.offset() + entry.headBytes();
        StagedBody body = new StagedBody(file, bodyOffset, entry.bodyBytes(), staging);
        try {
            for (long left = entry.bodyBytes(); left > 0; ) {
                MemorySegment piece = body.next(left);
                if (!checks.accept(piece)) {
                    return false;
                }
                left -= piece.byteSize();
            }
            return true;
        } catch (EOFException e) {
            return false;
        }
    }
}
