package io.forebay.memory.ssd.device;

import io.forebay.memory.ssd.format.IndexEntry;
import io.forebay.memory.ssd.log.LogFile;
import io.forebay.memory.ssd.terms.Retirement;
import java.io.IOException;
import java.util.List;

/// Copies the records that stay out of a file that goes. A pinned record is copied like any other: its readers
/// hold the file, and later ones find the copy.
///
/// Runs on the thread that reclaims.
final class ReclaimCopies {
    /// Tries of a file after which a record that cannot be read is given up.
    private static final int MAX_TRIES = 3;

    private final DeviceKit kit;
    private final FileSet files;
    private final Keeping keeping;
    private final Drops drops;
    /// A file is between being chosen and being done with. Guarded by the tier's lock.
    private boolean busy;
    /// What stays finds no room anywhere. Guarded by the tier's lock.
    private boolean stuck;

    ReclaimCopies(DeviceKit kit, FileSet files, Keeping keeping, Drops drops) {
        this.kit = kit;
        this.files = files;
        this.keeping = keeping;
        this.drops = drops;
    }

    void begin() {
        busy = true;
    }

    void end() {
        busy = false;
    }

    /// True if nothing can be copied until a file has gone.
    boolean isStuck() {
        return stuck;
    }

    /// A file has gone.
    void roomGained() {
        stuck = false;
    }

    boolean isIdle() {
        return !busy;
    }

    /// Outside of turns.
    ///
    /// @return false if not all that is live could be copied
    boolean copy(StoredFile file, List<StoredRecord> records) {
        for (StoredRecord record : records) {
            if (!copy(file, record)) {
                return false;
            }
        }
        return true;
    }

    private boolean copy(StoredFile from, StoredRecord record) {
        if (!kit.lock().call(() -> record.live)) {
            return true;
        }
        FileSet.Reserved place = keeping.place(log -> log.reserveRecord(record.home, record.totalBytes()));
        if (place == null) {
            kit.lock().run(() -> stuck = true);
            return false;
        }
        Copied copied = io(from.log, record.entry(), place);
        return kit.lock().call(() -> copied(from, record, place, copied));
    }

    /// How the copying of one record ended.
    private enum Copied {
        COPIED,
        CORRUPT,
        FAILED
    }

    private Copied io(LogFile from, IndexEntry entry, FileSet.Reserved place) {
        LogFile to = place.file().log;
        try {
            return kit.staged(staging ->
                            from.copyTo(to, staging).copy(from.place(entry.offset()), entry, to.place(place.offset())))
                    ? Copied.COPIED
                    : Copied.CORRUPT;
        } catch (IOException e) {
            return Copied.FAILED;
        }
    }

    private boolean copied(StoredFile from, StoredRecord record, FileSet.Reserved place, Copied copied) {
        StoredFile to = place.file();
        to.dirty = !to.broken;
        boolean done = switch (to.broken ? Copied.FAILED : copied) {
            case COPIED -> {
                kit.counters().copiedBytes += record.totalBytes();
                kit.counters().deviceBytesWritten += record.totalBytes();
                move(record, place);
                yield true;
            }
            case CORRUPT -> {
                lose(record);
                yield true;
            }
            case FAILED -> {
                kit.failed();
                boolean hopeless = from.failures >= MAX_TRIES;
                if (hopeless) {
                    lose(record);
                }
                yield hopeless;
            }
        };
        files.writerDone(to);
        return done;
    }

    private void move(StoredRecord record, FileSet.Reserved place) {
        StoredFile from = record.file;
        if (!record.live) {
            drops.bury(record.key, place.file().number()); // dropped meanwhile, and now it is there twice
            return;
        }
        from.lose(record);
        record.file = place.file();
        record.offset = place.offset();
        record.file.add(record);
        record.file.holds += record.pins;
        from.holds -= record.pins;
    }

    private void lose(StoredRecord record) {
        if (record.live) {
            kit.records().kill(record);
            kit.counters().corrupt++;
            drops.bury(record.key, record.file.number());
            kit.lock().later(() -> kit.retirement().gone(List.of(record.key), Retirement.Departure.CORRUPT));
        }
    }
}
