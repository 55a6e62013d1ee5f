package io.forebay.memory.ssd.device;

import io.forebay.memory.ssd.file.NoRoomException;
import io.forebay.memory.ssd.format.FileId;
import io.forebay.memory.ssd.format.NamespaceLayout;
import io.forebay.memory.ssd.format.Tombstone;
import io.forebay.memory.ssd.log.LogFile;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The files of a device, the one that writes go to, and the room that they take. A file has all its room from
/// when it is made, so the sum of the sizes is at every moment what can be on the device, and it never exceeds
/// the capacity.
///
/// One more file than writes may take is kept back, for what reclaim has to keep: it can always begin.
///
/// Guarded by the tier's lock; making, finishing and deleting files is done by the device's threads without it.
final class FileSet {
    /// How the making of a file ended.
    enum Made {
        /// It is there.
        MADE,
        /// The capacity does not have the room.
        NO_ROOM,
        /// The file system does not, though the capacity does.
        NO_SPACE,
        /// The device failed.
        FAILED
    }

    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    /// One for writes, and one kept back for reclaim.
    private static final int SPARE_FILES = 2;

    private static final int OPEN_FILES = 2;

    /// A place in a file.
    record Reserved(StoredFile file, long offset) {}

    private final DeviceKit kit;
    private final LongSupplier nonces;
    private final long capacityBytes;
    private final long fileBytes;
    private final Map<Long, StoredFile> files = new TreeMap<>();
    private @Nullable StoredFile active;
    private boolean rolling;
    private int deleting;
    private Runnable onRoom = () -> {};
    private Consumer<StoredFile> onFull = file -> {};
    private long takenBytes;
    private long skippedBytes;
    private long limitBytes;
    /// The limit as it was measured last, whatever the file system has refused since.
    private long measuredBytes;
    private long lastNumber;

    /// @param fileBytes of a new file
    FileSet(DeviceKit kit, LongSupplier nonces, long capacityBytes, long fileBytes) {
        this.kit = kit;
        this.nonces = nonces;
        this.capacityBytes = capacityBytes;
        this.limitBytes = capacityBytes;
        this.measuredBytes = capacityBytes;
        this.fileBytes = fileBytes;
    }

    /// A file that was there at the start.
    StoredFile adopt(LogFile log) {
        StoredFile file = new StoredFile(log, StoredFile.Phase.DONE);
        files.put(file.number(), file);
        takenBytes += log.sizeBytes();
        lastNumber = Math.max(lastNumber, file.number());
        return file;
    }

    Collection<StoredFile> all() {
        return files.values();
    }

    boolean has(long number) {
        return files.containsKey(number);
    }

    long fileBytes() {
        return fileBytes;
    }

    long takenBytes() {
        return takenBytes;
    }

    /// What files may take: the capacity, or what the file system had when it was last asked.
    long limitBytes() {
        return limitBytes;
    }

    /// What full files may take at most: the limit without those that nobody can use, the one that writes go to, the
    /// one that takes what is kept, and the two that have to be free.
    long usableBytes() {
        return Math.max(0, measuredBytes - skippedBytes - (SPARE_FILES + OPEN_FILES) * fileBytes);
    }

    /// True if the next file that writes ask for would be refused.
    boolean isShort() {
        return takenBytes + SPARE_FILES * fileBytes > limitBytes;
    }

    /// True if a file is about to be gone.
    boolean isDeleting() {
        return deleting > 0;
    }

    /// @param heard runs within each turn in which a file is gone, or could not be deleted
    void onRoom(Runnable heard) {
        onRoom = heard;
    }

    /// @param heard runs within the turn in which the last write to a full file has ended
    void onFull(Consumer<StoredFile> heard) {
        onFull = heard;
    }

    /// Files that nobody can use and nobody may touch: they take room, and no new one has a number below theirs.
    void skip(long number, long sizeBytes) {
        takenBytes += sizeBytes;
        skippedBytes += sizeBytes;
        lastNumber = Math.max(lastNumber, number);
    }

    boolean isRolling() {
        return rolling;
    }

    /// A place in the file that is being written, if it has one.
    @Nullable
    Reserved reserve(NamespaceLayout home, long totalBytes) {
        if (active == null) {
            return null;
        }
        OptionalLong offset = active.log.reserveRecord(home, totalBytes);
        return offset.isPresent() ? new Reserved(active, offset.getAsLong()) : null;
    }

    /// Ends the file that is being written and makes another one.
    ///
    /// @param then hears within a turn how that ended
    void roll(Consumer<Made> then) {
        rolling = true;
        endActive();
        kit.lock()
                .later(() -> kit.threads().write(() -> {
                    Making making = make(fileBytes);
                    kit.lock().run(() -> {
                        rolling = false;
                        active = making.file;
                        then.accept(making.end);
                    });
                }));
    }

    /// Nothing more is appended to the file that is being written.
    void endActive() {
        if (active != null) {
            fill(active);
            active = null;
        }
    }

    /// Nothing more is appended to a file that is not safe.
    void endBroken(StoredFile file) {
        if (file == active) {
            endActive();
        }
    }

    /// A file that was made, or why none was.
    record Making(Made end, @Nullable StoredFile file) {}

    /// Makes a file, outside of any turn.
    ///
    /// @param reserveBytes that have to be left of the limit
    Making make(long reserveBytes) {
        FileId id = null;
        Made end;
        StoredFile made = null;
        try {
            long usable = kit.directory().usableBytes();
            id = kit.lock().call(() -> takeRoom(usable, reserveBytes));
            end = id == null ? Made.NO_ROOM : Made.MADE;
            if (id != null) {
                FileId taken = id;
                LogFile log = kit.staged(staging -> LogFile.create(
                        kit.directory(), taken, fileBytes, kit.settings().owner(), staging));
                made = new StoredFile(log, StoredFile.Phase.OPEN);
            }
        } catch (NoRoomException e) {
            end = Made.NO_SPACE;
        } catch (IOException e) {
            end = Made.FAILED;
        }
        Making making = new Making(end, made);
        boolean back = id != null && made == null && isAway(id);
        kit.lock().run(() -> made(making, back));
        return making;
    }

    /// Whether a file that could not be made is not there. What stays behind takes its room until the next start.
    private boolean isAway(FileId id) {
        try {
            kit.directory().delete(id.fileName());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private @Nullable FileId takeRoom(long usableBytes, long reserveBytes) {
        limitBytes = Math.min(capacityBytes, takenBytes + usableBytes);
        measuredBytes = limitBytes;
        if (takenBytes + fileBytes + reserveBytes > limitBytes) {
            return null;
        }
        takenBytes += fileBytes;
        return new FileId(++lastNumber, nonces.getAsLong());
    }

    private void made(Making making, boolean givesBack) {
        if (making.file != null) {
            files.put(making.file.number(), making.file);
        }
        takenBytes -= givesBack ? fileBytes : 0;
        switch (making.end) {
            case MADE -> kit.breaker().worked();
            case NO_ROOM -> {}
            case NO_SPACE -> {
                kit.counters().enospc++;
                limitBytes = Math.min(limitBytes, takenBytes);
            }
            case FAILED -> kit.failed();
        }
    }

    /// Nothing more is appended to `file`; when its writes have ended it gets its footer.
    void fill(StoredFile file) {
        file.phase = StoredFile.Phase.FULL;
        if (file.writers == 0) {
            onFull.accept(file);
        }
    }

    /// A write to `file` has ended.
    void writerDone(StoredFile file) {
        file.writers--;
        if (file.phase == StoredFile.Phase.FULL && file.writers == 0) {
            onFull.accept(file);
        }
    }

    /// A file has given back what it did not need.
    void shrank(long bytes) {
        takenBytes -= bytes;
    }

    /// After a start: files of which nothing counts are deleted, those without a footer get theirs.
    void settle() {
        for (StoredFile file : List.copyOf(files.values())) {
            if (file.liveRecords == 0 && neededTombstones(file).isEmpty()) {
                file.phase = StoredFile.Phase.LEAVING;
                file.doomed = true;
                deleteIfFree(file);
            } else if (file.footed) {
                file.safeUpTo(file.mark());
            } else {
                file.dirty = true; // whoever wrote it may not have synced it
                fill(file);
            }
        }
    }

    /// Those whose record is still in some other file.
    List<Tombstone> neededTombstones(StoredFile file) {
        return file.tombstones.stream()
                .filter(each -> each.fileNumber() != file.number() && files.containsKey(each.fileNumber()))
                .toList();
    }

    /// Somebody reads the file, or pins a record of it.
    void hold(StoredFile file) {
        file.holds++;
    }

    void letGo(StoredFile file) {
        file.holds--;
        deleteIfFree(file);
    }

    /// Deletes a file that reclaim is done with, as soon as nobody holds it.
    void deleteIfFree(StoredFile file) {
        if (file.phase == StoredFile.Phase.LEAVING && file.doomed && file.holds == 0) {
            file.phase = StoredFile.Phase.DELETED;
            deleting++;
            kit.lock().later(() -> kit.threads().write(() -> delete(file)));
        }
    }

    /// Tries files again that could not be deleted.
    void retryDeletes() {
        long now = kit.threads().nanoTime();
        for (StoredFile file : files.values()) {
            if (file.doomed && now - file.retryNanos >= 0) {
                deleteIfFree(file);
            }
        }
    }

    private void delete(StoredFile file) {
        boolean deleted;
        try {
            file.log.delete(!file.broken);
            deleted = true;
        } catch (IOException e) {
            deleted = false;
        }
        boolean gone = deleted;
        kit.lock().run(() -> {
            deleting--;
            if (gone) {
                takenBytes -= file.log.sizeBytes();
                files.remove(file.number());
                kit.counters().reclaimedFiles++;
            } else {
                file.phase = StoredFile.Phase.LEAVING;
                file.retryNanos = kit.threads().nanoTime() + RETRY_NANOS;
                kit.failed();
            }
            onRoom.run();
        });
    }

    /// Closes all files; nobody uses them any more.
    void close() {
        for (StoredFile file : files.values()) {
            try {
                file.log.close();
            } catch (IOException e) {
                kit.lock().run(kit::failed); // nothing that was written is lost by that
            }
        }
    }
}
