package io.forebay.memory.ssd.device;

import io.forebay.memory.ssd.format.IndexEntry;
import io.forebay.memory.ssd.log.RecordReading;
import io.forebay.memory.ssd.terms.ReadListener;
import io.forebay.memory.ssd.terms.ReadOutcome;
import io.forebay.memory.ssd.terms.ReadRefusal;
import io.forebay.memory.ssd.terms.Retirement;
import io.forebay.memory.ssd.terms.SsdThreads;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;

/// The reads of a device: so many under way, each with a deadline. A read holds its record's file from when it
/// is asked for until it is over, so reclaim can move the record meanwhile and never takes the bytes away.
///
/// Guarded by the tier's lock.
final class Reads {
    private final DeviceKit kit;
    private final FileSet files;
    private final Drops drops;
    private final Runnable afterFailure;
    private int inFlight;

    /// @param afterFailure runs within the turn in which a read failed
    Reads(DeviceKit kit, FileSet files, Drops drops, Runnable afterFailure) {
        this.kit = kit;
        this.files = files;
        this.drops = drops;
        this.afterFailure = afterFailure;
    }

    boolean isIdle() {
        return inFlight == 0;
    }

    /// Within a turn.
    void read(StoredRecord record, List<MemorySegment> targets, long nanos, ReadListener listener) {
        if (inFlight >= kit.settings().readQueue()) {
            refuse(kit.lock(), listener, ReadRefusal.QUEUE_FULL);
        } else if (!kit.breaker().admits()) {
            refuse(kit.lock(), listener, ReadRefusal.DEVICE_FAILING);
        } else {
            kit.breaker().asked();
            inFlight++;
            kit.counters().readsInFlight++;
            record.use();
            files.hold(record.file);
            Read read = new Read(record, targets, listener);
            read.watch(nanos);
            kit.lock().later(() -> kit.threads().read(read::run));
        }
    }

    static void refuse(TierLock lock, ReadListener listener, ReadRefusal cause) {
        lock.later(() -> {
            listener.finished(new ReadOutcome.Refused(cause));
            listener.over();
        });
    }

    /// One read. The place was taken when it was asked for.
    private final class Read {
        private final StoredRecord record;
        private final StoredFile file;
        private final IndexEntry entry;
        private final List<MemorySegment> targets;
        private final ReadListener listener;
        private final Ending ending = new Ending();
        private SsdThreads.Alarm alarm = () -> {};
        private SsdThreads.Alarm blame = () -> {};
        /// Written within turns; a read that was given up need not begin.
        private volatile boolean told;
        private boolean over;

        Read(StoredRecord record, List<MemorySegment> targets, ReadListener listener) {
            this.record = record;
            this.file = record.file;
            this.entry = record.entry();
            this.targets = targets;
            this.listener = listener;
        }

        /// Sets the alarms: the caller's deadline ends the read for the caller, only the device's own blames
        /// the device.
        void watch(long nanos) {
            long own = kit.settings().ioDeadlineNanos();
            if (nanos < own) {
                alarm = kit.threads().after(nanos, () -> kit.lock().run(this::expire));
            }
            blame = kit.threads().after(own, () -> kit.lock().run(this::hang));
        }

        void run() {
            ReadOutcome outcome = told ? new ReadOutcome.TimedOut() : io();
            kit.lock().run(() -> end(outcome));
        }

        private ReadOutcome io() {
            try {
                RecordReading reading = kit.staged(
                        staging -> file.log.reader(staging).read(file.log.place(entry.offset()), entry, targets));
                return switch (reading) {
                    case RecordReading.Sound sound -> new ReadOutcome.Loaded(sound.slots());
                    case RecordReading.Corrupt corrupt -> new ReadOutcome.Corrupt(corrupt.what());
                };
            } catch (IOException e) {
                return new ReadOutcome.Failed(String.valueOf(e.getMessage()));
            }
        }

        private void end(ReadOutcome outcome) {
            over = true;
            blame.cancel();
            inFlight--;
            kit.counters().readsInFlight--;
            files.letGo(file);
            judge(outcome);
            if (!told) {
                tell(outcome);
            }
            kit.lock().later(() -> ending.over(listener::over));
        }

        private void judge(ReadOutcome outcome) {
            switch (outcome) {
                case ReadOutcome.Loaded loaded -> {
                    kit.breaker().worked();
                    kit.counters().loaded += told ? 0 : 1;
                    kit.counters().bytesRead += entry.totalBytes();
                }
                case ReadOutcome.Corrupt corrupt -> {
                    kit.breaker().worked();
                    retire();
                }
                case ReadOutcome.Failed failed -> {
                    kit.failed();
                    afterFailure.run();
                }
                case ReadOutcome.TimedOut timedOut -> kit.breaker().dropped();
                case ReadOutcome.Refused refused -> {}
            }
        }

        /// Once: others may have read it at the same time.
        private void retire() {
            if (record.live) {
                kit.counters().corrupt++;
                kit.records().kill(record);
                drops.bury(record.key, file.number());
                kit.lock().later(() -> kit.retirement().gone(List.of(record.key), Retirement.Departure.CORRUPT));
            }
        }

        private void expire() {
            if (!told) {
                kit.counters().timedOut++;
                tell(new ReadOutcome.TimedOut());
            }
        }

        private void hang() {
            expire();
            if (!over) {
                kit.breaker().failed();
                afterFailure.run();
            }
        }

        private void tell(ReadOutcome outcome) {
            told = true;
            alarm.cancel();
            kit.lock().later(() -> ending.finish(() -> listener.finished(outcome)));
        }
    }
}
