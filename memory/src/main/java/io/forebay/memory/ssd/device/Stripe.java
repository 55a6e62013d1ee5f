package io.forebay.memory.ssd.device;

import io.forebay.core.block.BlockKey;
import io.forebay.core.layout.Layout;
import io.forebay.memory.ssd.terms.ReadListener;
import io.forebay.memory.ssd.terms.ReadRefusal;
import io.forebay.memory.ssd.terms.SsdGauges;
import io.forebay.memory.ssd.terms.SsdRecord;
import io.forebay.memory.ssd.terms.SsdWrite;
import io.forebay.memory.ssd.terms.WriteListener;
import io.forebay.memory.ssd.terms.WriteOutcome;
import io.forebay.memory.ssd.terms.WriteRefusal;
import java.lang.foreign.MemorySegment;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The devices of a tier as one. A block goes to one device, whole; they take turns, each as often as its free
/// room is large: each round gives every device that can take the block a credit of its free bytes, and the one
/// with most credit pays for all.
///
/// Safe from any thread: each method is a turn.
public final class Stripe {
    private final TierLock lock;
    private final Records records;
    private final List<Device> devices;
    private final Map<WriteRefusal, Long> refused = new EnumMap<>(WriteRefusal.class);
    private boolean closed;

    Stripe(TierLock lock, Records records, List<Device> devices) {
        this.lock = lock;
        this.records = records;
        this.devices = List.copyOf(devices);
    }

    /// Writes a block, or says why not.
    public void write(SsdWrite request, WriteListener listener) {
        PendingWrite write = new PendingWrite(request, listener);
        lock.run(() -> {
            WriteRefusal refusal = refusal(write.key());
            List<Device> able = devices;
            able = refusal == null ? those(able, each -> each.couldHold(write)) : able;
            refusal = refusal == null && able.isEmpty() ? WriteRefusal.TOO_LARGE : refusal;
            able = refusal == null ? those(able, Device::admits) : able;
            refusal = refusal == null && able.isEmpty() ? WriteRefusal.DEVICE_FAILING : refusal;
            able = refusal == null ? those(able, each -> each.hasQueueFor(write.totalBytes())) : able;
            refusal = refusal == null && able.isEmpty() ? WriteRefusal.QUEUE_FULL : refusal;
            if (refusal == null) {
                choose(able).accept(write);
            } else {
                refuse(write, refusal);
            }
        });
    }

    private @Nullable WriteRefusal refusal(BlockKey key) {
        if (closed) {
            return WriteRefusal.CLOSED;
        }
        if (records.find(key) != null) {
            return WriteRefusal.PRESENT;
        }
        return records.isWriting(key) ? WriteRefusal.IN_FLIGHT : null;
    }

    private static List<Device> those(List<Device> devices, Predicate<Device> able) {
        return devices.stream().filter(able).toList();
    }

    private void refuse(PendingWrite write, WriteRefusal cause) {
        refused.merge(cause, 1L, Long::sum);
        lock.later(() -> {
            write.tell(new WriteOutcome.Refused(cause));
            write.tellOver();
        });
    }

    private static Device choose(List<Device> able) {
        long all = 0;
        Device best = able.getFirst();
        for (Device each : able) {
            long free = each.freeBytes();
            all += free;
            each.credit += free;
            best = each.credit > best.credit ? each : best;
        }
        best.credit -= all;
        return best;
    }

    /// The live record of a key, held until it is [let go][#unpin]; empty if there is none.
    public Optional<StoredRecord> pin(BlockKey key) {
        return lock.call(() -> {
            StoredRecord record = closed ? null : records.find(key);
            if (record != null) {
                record.device.pin(record);
            }
            return Optional.ofNullable(record);
        });
    }

    /// Somebody wants the record of a key, though not its bytes.
    public void use(BlockKey key) {
        lock.run(() -> {
            StoredRecord record = records.find(key);
            if (record != null) {
                record.use();
            }
        });
    }

    public void unpin(StoredRecord record) {
        lock.run(() -> record.device.unpin(record));
    }

    public Optional<SsdRecord> find(BlockKey key) {
        return lock.call(() -> Optional.ofNullable(records.find(key)).map(StoredRecord::view));
    }

    /// Reads a record that is pinned.
    public void read(StoredRecord record, List<MemorySegment> targets, long nanos, ReadListener listener) {
        lock.run(() -> {
            if (closed || !record.live) {
                ReadRefusal cause = closed ? ReadRefusal.CLOSED : ReadRefusal.GONE;
                Reads.refuse(lock, listener, cause);
            } else {
                record.device.read(record, targets, nanos, listener);
            }
        });
    }

    /// Reads the record of a key, if there is one.
    ///
    /// @param check of the targets against its layout; what it throws is thrown
    public void read(
            BlockKey key, Consumer<Layout> check, List<MemorySegment> targets, long nanos, ReadListener listener) {
        lock.run(() -> {
            StoredRecord record = closed ? null : records.find(key);
            if (record == null) {
                Reads.refuse(lock, listener, closed ? ReadRefusal.CLOSED : ReadRefusal.GONE);
            } else {
                check.accept(record.home.layout());
                record.device.read(record, targets, nanos, listener);
            }
        });
    }

    /// Forgets a key; also one whose write is under way.
    ///
    /// @return false if there is none
    public boolean drop(BlockKey key) {
        return lock.call(() -> {
            StoredRecord record = records.find(key);
            PendingWrite writing = records.writing(key);
            if (record != null) {
                record.device.drop(record);
            } else if (writing != null) {
                writing.dropped = true;
            }
            return record != null || writing != null;
        });
    }

    /// Makes safe what was written and dropped.
    ///
    /// @param then hears whether everything up to now, drops included, survives a loss of power
    public void sync(Consumer<Boolean> then) {
        lock.run(() -> {
            if (closed) {
                lock.later(() -> then.accept(false));
                return;
            }
            Countdown countdown = new Countdown(devices.size(), then);
            devices.forEach(each -> each.sync(countdown::one));
        });
    }

    /// Waits for several devices. Within turns.
    private final class Countdown {
        private final Consumer<Boolean> then;
        private int left;
        private boolean all = true;

        Countdown(int count, Consumer<Boolean> then) {
            this.left = count;
            this.then = then;
        }

        void one(boolean good) {
            all &= good;
            left--;
            if (left == 0) {
                boolean everything = all;
                lock.later(() -> then.accept(everything));
            }
        }
    }

    public List<SsdRecord> records() {
        return lock.call(records::views);
    }

    public List<SsdGauges> gauges() {
        return lock.call(() -> devices.stream().map(Device::gauges).toList());
    }

    /// Writes that no device was asked for, by cause.
    public Map<WriteRefusal, Long> refused() {
        return lock.call(() -> Map.copyOf(refused));
    }

    /// Bytes of live records, counted anew one by one, of each device.
    public List<Long> audited() {
        return lock.call(() -> devices.stream().map(Device::auditedBytes).toList());
    }

    /// Refuses everything from now on, waits for what is under way, and finishes the files.
    ///
    /// @param nanos for both together; the files' ends get a quarter of it in any case
    /// @return the devices that did not come to rest in time; what they use is left to them
    public List<Device> close(long nanos) {
        lock.run(() -> {
            closed = true;
            devices.forEach(Device::stop);
        });
        long forFiles = nanos / 4;
        long left = lock.await(() -> devices.stream().allMatch(Device::isIdle), nanos - forFiles);
        List<Device> idle = lock.call(() -> those(devices, Device::isIdle));
        lock.run(() -> idle.forEach(Device::endFiles));
        lock.await(() -> idle.stream().allMatch(Device::isFinished), left + forFiles);
        return lock.call(() -> those(devices, each -> !idle.contains(each) || !each.isFinished()));
    }
}
