package io.forebay.memory.ssd.device;

import io.forebay.memory.ssd.format.FileContents;
import io.forebay.memory.ssd.format.IndexEntry;
import io.forebay.memory.ssd.format.Tombstone;
import io.forebay.memory.ssd.log.LogFile;
import java.util.ArrayList;
import java.util.List;

/// A file with what the tier knows of it.
///
/// | phase | then |
/// | --- | --- |
/// | `OPEN`: records are appended | `FULL` when one no longer fits, or the tier closes |
/// | `FULL`: its last writes and its footer are under way | `DONE` |
/// | `DONE`: it is only read | `LEAVING` when reclaim has chosen it |
/// | `LEAVING`: its records go or move | `DELETED` when none is live and nobody holds it; `DONE` if reclaim gives up |
///
/// Guarded by the tier's lock.
final class StoredFile {
    enum Phase {
        OPEN,
        FULL,
        DONE,
        LEAVING,
        DELETED
    }

    /// A place in a file: so many records and tombstones are before it.
    record Mark(int records, int tombstones) {
        static final Mark NOTHING = new Mark(0, 0);
    }

    final LogFile log;
    /// In the order written. The dead are among them, until the file goes.
    final List<StoredRecord> records = new ArrayList<>();

    final List<Tombstone> tombstones = new ArrayList<>();
    Phase phase;
    long liveBytes;
    int liveRecords;
    /// Reads and copies from it that are under way, and pins of its records.
    int holds;
    /// Writes to it that are under way.
    int writers;
    /// Reclaim is done with it: nothing of it is live, and its tombstones are elsewhere or of no use.
    boolean doomed;
    /// Times that reclaim gave it up, and when it may try again.
    int failures;

    long retryNanos;
    /// Has its footer.
    boolean footed;
    /// A copy of a record of it is in a later file already: its reclaim comes before all others.
    boolean halfMoved;
    /// Written to since it was last synced.
    boolean dirty;
    /// Up to where it is safe from a loss of power.
    Mark safe = Mark.NOTHING;
    /// A sync of it failed: nothing more is written to it.
    boolean broken;

    StoredFile(LogFile log, Phase phase) {
        this.log = log;
        this.phase = phase;
    }

    long number() {
        return log.id().number();
    }

    void add(StoredRecord record) {
        records.add(record);
        liveBytes += record.totalBytes();
        liveRecords++;
    }

    /// A record of it is live no more.
    void lose(StoredRecord record) {
        liveBytes -= record.totalBytes();
        liveRecords--;
    }

    /// Behind all that was written so far.
    Mark mark() {
        return new Mark(records.size(), tombstones.size());
    }

    /// A sync that began when it was at `mark` has succeeded.
    void safeUpTo(Mark mark) {
        if (!broken && mark.records >= safe.records && mark.tombstones >= safe.tombstones) {
            safe = mark;
        }
    }

    /// Something is written to it, or will be.
    boolean isOpen() {
        return switch (phase) {
            case OPEN, FULL -> true;
            case DONE, LEAVING, DELETED -> false;
        };
    }

    List<StoredRecord> live() {
        return records.stream().filter(each -> each.live && each.file == this).toList();
    }

    /// For its footer. What is dead by now need not be listed.
    FileContents contents() {
        List<IndexEntry> entries = live().stream().map(StoredRecord::entry).toList();
        return new FileContents(entries, tombstones);
    }
}
