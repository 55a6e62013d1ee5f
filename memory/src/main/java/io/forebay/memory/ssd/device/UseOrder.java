package io.forebay.memory.ssd.device;

import org.jspecify.annotations.Nullable;

/// The live records of a device, from the one that was used least recently to the one that was used last, and
/// their bytes. Writing, pinning and reading a record is using it.
///
/// Guarded by the tier's lock.
final class UseOrder {
    private @Nullable StoredRecord oldest;
    private @Nullable StoredRecord newest;
    private long uses;
    private long bytes;

    /// Bytes of all of them, heads and padding included.
    long bytes() {
        return bytes;
    }

    /// The one that was used least recently; null if there is none.
    @Nullable
    StoredRecord oldest() {
        return oldest;
    }

    /// Takes in a record that was not there.
    void add(StoredRecord record) {
        bytes += record.totalBytes();
        append(record);
    }

    void remove(StoredRecord record) {
        bytes -= record.totalBytes();
        unlink(record);
    }

    /// A record that is there was used.
    void use(StoredRecord record) {
        if (record != newest) {
            unlink(record);
            append(record);
        }
    }

    private void append(StoredRecord record) {
        record.lastUse = ++uses;
        record.before = newest;
        record.after = null;
        if (newest == null) {
            oldest = record;
        } else {
            newest.after = record;
        }
        newest = record;
    }

    private void unlink(StoredRecord record) {
        StoredRecord before = record.before;
        StoredRecord after = record.after;
        if (before == null) {
            oldest = after;
        } else {
            before.after = after;
        }
        if (after == null) {
            newest = before;
        } else {
            after.before = before;
        }
        record.before = null;
        record.after = null;
    }
}
