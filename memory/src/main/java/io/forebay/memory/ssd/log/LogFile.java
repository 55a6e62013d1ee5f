package io.forebay.memory.ssd.log;

import io.forebay.core.block.Namespace;
import io.forebay.memory.ssd.file.BlockFile;
import io.forebay.memory.ssd.file.LogDirectory;
import io.forebay.memory.ssd.format.FileContents;
import io.forebay.memory.ssd.format.FileHead;
import io.forebay.memory.ssd.format.FileId;
import io.forebay.memory.ssd.format.Footer;
import io.forebay.memory.ssd.format.ItemPlace;
import io.forebay.memory.ssd.format.NamespaceLayout;
import io.forebay.memory.ssd.format.SsdFormat;
import io.forebay.memory.ssd.format.Tombstone;
import io.forebay.memory.ssd.format.Tombstones;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/// One append-only file. It has all its room from the start, so that nothing in it ever fails for room; room
/// for its footer is kept back. Finished, it has its footer and gives back what it did not need.
///
/// The cursor ([#reserveRecord], [#reserveTombstones]) is guarded by its owner's lock; reading and writing at
/// reserved places is for any thread.
public final class LogFile implements AutoCloseable {
    private final LogDirectory directory;
    private final FileId id;
    private final BlockFile file;
    private final Set<NamespaceLayout> homes = new HashSet<>();
    private final Set<Namespace> buried = new HashSet<>();
    private long nextOffset;
    private long footerBytes;
    private volatile long sizeBytes;
    /// Its name is safe from a loss of power, too.
    private volatile boolean named;

    private LogFile(LogDirectory directory, FileId id, BlockFile file, long nextOffset, long sizeBytes) {
        this.directory = directory;
        this.id = id;
        this.file = file;
        this.nextOffset = nextOffset;
        this.sizeBytes = sizeBytes;
    }

    /// A new file with all its room and its head.
    ///
    /// @throws io.forebay.memory.ssd.file.NoRoomException when the file system has less; no file is left
    public static LogFile create(LogDirectory directory, FileId id, long sizeBytes, String owner, MemorySegment staging)
            throws IOException {
        BlockFile file = directory.create(id.fileName(), sizeBytes);
        try {
            new RecordWriter(file, directory.isDirect(), staging).write(0, new FileHead(owner, sizeBytes).encode(id));
            return new LogFile(directory, id, file, SsdFormat.PAGE_BYTES, sizeBytes);
        } catch (IOException | RuntimeException e) {
            file.close();
            directory.delete(id.fileName());
            throw e;
        }
    }

    /// A file that was there at a start. Nothing is appended to it.
    public static LogFile existing(LogDirectory directory, FoundFile found, BlockFile file) {
        return new LogFile(directory, found.id(), file, found.endOffset(), found.sizeBytes());
    }

    public FileId id() {
        return id;
    }

    /// What the file takes on the device.
    public long sizeBytes() {
        return sizeBytes;
    }

    /// Takes a place for a record of `totalBytes`; empty if there is no room for it.
    public OptionalLong reserveRecord(NamespaceLayout home, long totalBytes) {
        long more = Footer.RECORD_BYTES + (homes.contains(home) ? 0 : home.encodedBytes());
        OptionalLong offset = reserve(totalBytes, more);
        if (offset.isPresent()) {
            homes.add(home);
        }
        return offset;
    }

    /// Takes a place for an item with these tombstones; empty if there is no room for it.
    public OptionalLong reserveTombstones(List<Tombstone> tombstones) {
        Set<Namespace> fresh = new HashSet<>();
        tombstones.forEach(each -> fresh.add(each.key().namespace()));
        fresh.removeAll(buried);
        long more = tombstones.size() * Footer.TOMBSTONE_BYTES + fresh.size() * Footer.NAMESPACE_BYTES;
        OptionalLong offset = reserve(Tombstones.itemBytes(tombstones), more);
        if (offset.isPresent()) {
            buried.addAll(fresh);
        }
        return offset;
    }

    private OptionalLong reserve(long totalBytes, long footerMore) {
        if (nextOffset + totalBytes + Footer.room(footerBytes + footerMore) > sizeBytes) {
            return OptionalLong.empty();
        }
        long offset = nextOffset;
        nextOffset += totalBytes;
        footerBytes += footerMore;
        return OptionalLong.of(offset);
    }

    /// The largest record of a namespace, head included, that a file of such a size can have.
    public static long largestRecord(long fileBytes, NamespaceLayout home) {
        return fileBytes - SsdFormat.PAGE_BYTES - Footer.room(Footer.RECORD_BYTES + home.encodedBytes());
    }

    public ItemPlace place(long offset) {
        return new ItemPlace(id, offset);
    }

    public RecordWriter writer(MemorySegment staging) {
        return new RecordWriter(file, directory.isDirect(), staging);
    }

    public RecordReader reader(MemorySegment staging) {
        return new RecordReader(file, directory.isDirect(), staging);
    }

    /// Copies records from here to `target`.
    public RecordCopy copyTo(LogFile target, MemorySegment staging) {
        return new RecordCopy(file, target.file, directory.isDirect(), staging);
    }

    /// Ends the file with a footer and cuts off the rest. Nothing else writes to it any more, and it was
    /// [synced][#sync]: a good footer says that all before it is there. On disk when this returns.
    public void finish(FileContents contents, MemorySegment staging) throws IOException {
        RecordWriter writer = writer(staging);
        byte[] footer = Footer.encode(place(nextOffset), contents);
        long trailer = nextOffset + footer.length;
        writer.write(nextOffset, footer);
        writer.write(trailer, Footer.encodeTrailer(place(trailer), nextOffset));
        file.truncate(trailer + SsdFormat.PAGE_BYTES);
        sizeBytes = trailer + SsdFormat.PAGE_BYTES;
        file.sync();
    }

    /// Returns when all that was written before is safe from a loss of power.
    public void sync() throws IOException {
        file.sync();
        if (!named) {
            directory.sync();
            named = true;
        }
    }

    /// Deletes the file; whoever reads it has ended.
    ///
    /// @param good false if it may be the disk that is bad there: then the next file shall not be in its place
    public void delete(boolean good) throws IOException {
        if (good) {
            directory.recycle(id.fileName());
        } else {
            directory.delete(id.fileName());
        }
        file.close();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    @Override
    public String toString() {
        return directory.name() + "/" + id.fileName();
    }
}
