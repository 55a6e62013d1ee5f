package io.forebay.memory.ssd.device;

import io.forebay.memory.ssd.file.NoRoomException;
import io.forebay.memory.ssd.format.IndexEntry;
import io.forebay.memory.ssd.log.LogFile;
import io.forebay.memory.ssd.terms.WriteOutcome;
import io.forebay.memory.ssd.terms.WriteRefusal;
import java.io.IOException;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// The writes of a device: a bounded queue, and as many under way as there are threads.
///
/// An accepted write is queued → being written → (synced →) told. Its outcome is told at its deadline at the
/// latest; where the device hangs, its slots are let go later, when it has answered.
///
/// Guarded by the tier's lock.
final class Writes {
    private static final long PAUSE_NANOS = 10_000_000_000L;

    private final DeviceKit kit;
    private final Device device;
    private final FileSet files;
    private final Drops drops;
    private final Syncs syncs;
    private final RoomMaker room;
    private final Evictions evictions;
    private final ArrayDeque<PendingWrite> queue = new ArrayDeque<>();
    private long queueBytes;
    private int writing;
    private boolean waitsForRoom;
    /// Room was made for what waits, once.
    private boolean retried;
    /// Until then nothing is evicted by force again: that has just not helped.
    private boolean hopeless;

    private long hopelessUntilNanos;

    Writes(DeviceKit kit, Device device, Parts parts) {
        this.kit = kit;
        this.device = device;
        this.files = parts.files;
        this.drops = parts.drops;
        this.syncs = parts.syncs;
        this.room = parts.room;
        this.evictions = parts.evictions;
    }

    /// What a write passes through.
    record Parts(FileSet files, Drops drops, Syncs syncs, RoomMaker room, Evictions evictions) {}

    /// Whether the queue has room for a write of `totalBytes`.
    boolean hasRoomFor(long totalBytes) {
        return queue.size() < kit.settings().writeQueue()
                && (queue.isEmpty() || queueBytes + totalBytes <= kit.settings().writeQueueBytes());
    }

    /// Bytes that wait.
    long queueBytes() {
        return queueBytes;
    }

    boolean isIdle() {
        return queue.isEmpty() && writing == 0;
    }

    /// Takes a write that [there is room for][#hasRoomFor], on a device whose breaker was asked.
    void accept(PendingWrite write) {
        queue.add(write);
        queueBytes += write.totalBytes();
        kit.records().begin(write);
        kit.counters().queuedWrites++;
        kit.counters().queuedWriteBytes += write.totalBytes();
        write.alarm = kit.threads()
                .after(kit.settings().ioDeadlineNanos(), () -> kit.lock().run(() -> expire(write)));
        pump();
    }

    private void pump() {
        while (writing < kit.settings().writeThreads() && !queue.isEmpty() && !waitsForRoom && !files.isRolling()) {
            PendingWrite next = queue.element();
            FileSet.Reserved place = files.reserve(next.head.home(), next.totalBytes());
            if (place == null) {
                files.roll(this::rolled);
            } else {
                queue.remove();
                queueBytes -= next.totalBytes();
                start(next, place);
            }
        }
    }

    private void rolled(FileSet.Made end) {
        switch (end) {
            case MADE -> {
                retried = false;
                if (files.isShort()) {
                    room.ahead();
                }
                pump();
            }
            case NO_ROOM, NO_SPACE -> {
                makeRoom(end == FileSet.Made.NO_SPACE);
            }
            case FAILED -> refuseQueued(WriteRefusal.DEVICE_FAILING);
        }
    }

    /// Once for what waits; a file system that is full again at once has a reason that evicting does not mend.
    private void makeRoom(boolean force) {
        long now = kit.threads().nanoTime();
        if (force && retried) {
            hopeless = true;
            hopelessUntilNanos = now + PAUSE_NANOS;
        }
        hopeless &= now - hopelessUntilNanos < 0;
        if (retried || (force && hopeless)) {
            retried = false;
            refuseQueued(WriteRefusal.NO_ROOM);
        } else {
            waitsForRoom = true;
            room.make(force, this::roomMade);
        }
    }

    private void roomMade(boolean made) {
        waitsForRoom = false;
        retried = made;
        if (made) {
            pump();
        } else {
            refuseQueued(WriteRefusal.NO_ROOM);
        }
    }

    /// Ends everything that waits.
    void refuseQueued(WriteRefusal cause) {
        for (PendingWrite write = queue.poll(); write != null; write = queue.poll()) {
            queueBytes -= write.totalBytes();
            kit.breaker().dropped();
            refuse(write, cause);
            end(write);
        }
    }

    private void start(PendingWrite write, FileSet.Reserved place) {
        writing++;
        place.file().writers++;
        IndexEntry entry = new IndexEntry(
                write.head.home(), write.head.hash(), kit.records().nextSequence(), place.offset(), write.headBytes);
        kit.lock()
                .later(() -> kit.threads().write(() -> {
                    IOException failure = kit.lock().call(() -> write.told) ? null : io(write, place, entry);
                    kit.lock().run(() -> written(write, place.file(), entry, failure));
                }));
    }

    private @Nullable IOException io(PendingWrite write, FileSet.Reserved place, IndexEntry entry) {
        LogFile log = place.file().log;
        try {
            kit.staged(staging -> {
                log.writer(staging).write(log.place(place.offset()), entry.sequence(), write.head, write.slots());
                return true;
            });
            return null;
        } catch (IOException e) {
            return e;
        }
    }

    private void written(PendingWrite write, StoredFile file, IndexEntry entry, @Nullable IOException failure) {
        writing--;
        file.dirty = !file.broken;
        if (failure == null && file.broken) {
            kit.breaker().dropped();
            refuse(write, WriteRefusal.IO_ERROR);
        } else if (failure != null) {
            kit.failed();
            boolean full = failure instanceof NoRoomException;
            kit.counters().enospc += full ? 1 : 0;
            refuse(write, full ? WriteRefusal.NO_ROOM : WriteRefusal.IO_ERROR);
        } else {
            kit.breaker().worked();
            kit.counters().deviceBytesWritten += write.totalBytes();
            if (write.dropped) {
                drops.bury(write.key(), file.number());
                refuse(write, WriteRefusal.DROPPED);
            } else if (!write.told) {
                store(write, file, entry);
            }
        }
        files.writerDone(file);
        end(write);
        refuseWhileFailing();
        pump();
    }

    private void store(PendingWrite write, StoredFile file, IndexEntry entry) {
        StoredRecord record = new StoredRecord(entry, device, file);
        kit.records().add(record);
        evictions.ahead();
        if (kit.settings().syncWrites()) {
            syncs.request(synced -> synced(write, record, synced));
        } else {
            stored(write, record);
        }
    }

    private void synced(PendingWrite write, StoredRecord record, boolean synced) {
        if (!record.live) {
            refuse(write, record.file.broken ? WriteRefusal.IO_ERROR : WriteRefusal.DROPPED);
        } else if (synced && !write.told) {
            stored(write, record);
        } else {
            kit.records().kill(record);
            refuse(write, WriteRefusal.IO_ERROR);
        }
    }

    private void stored(PendingWrite write, StoredRecord record) {
        kit.counters().stored++;
        kit.counters().userBytesWritten += record.totalBytes();
        tell(write, new WriteOutcome.Stored(record.view()));
    }

    /// The deadline has passed.
    private void expire(PendingWrite write) {
        if (write.told) {
            return;
        }
        boolean queued = queue.remove(write);
        WriteRefusal cause = queued && waitsForRoom ? WriteRefusal.NO_ROOM : WriteRefusal.TIMED_OUT;
        refuse(write, cause);
        if (cause == WriteRefusal.TIMED_OUT) {
            kit.counters().timedOut++;
            kit.breaker().failed();
        } else {
            kit.breaker().dropped();
        }
        if (queued) {
            queueBytes -= write.totalBytes();
            end(write);
        }
        refuseWhileFailing();
    }

    /// What waits for a device that is left alone need not wait for its deadline.
    void refuseWhileFailing() {
        if (kit.breaker().isOpen()) {
            refuseQueued(WriteRefusal.DEVICE_FAILING);
        }
    }

    private void refuse(PendingWrite write, WriteRefusal cause) {
        if (!write.told) {
            kit.counters().refused(cause);
            tell(write, new WriteOutcome.Refused(cause));
        }
    }

    private void tell(PendingWrite write, WriteOutcome outcome) {
        write.told = true;
        write.alarm.cancel();
        kit.lock().later(() -> write.tell(outcome));
    }

    /// Its slots are not read any more.
    private void end(PendingWrite write) {
        kit.records().end(write);
        kit.counters().queuedWrites--;
        kit.counters().queuedWriteBytes -= write.totalBytes();
        kit.lock().later(write::tellOver);
    }
}
