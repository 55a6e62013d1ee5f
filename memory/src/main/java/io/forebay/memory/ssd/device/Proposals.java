package io.forebay.memory.ssd.device;

import io.forebay.core.block.BlockKey;
import io.forebay.memory.ssd.terms.Retirement;
import io.forebay.memory.ssd.terms.SsdThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// Asks whether records may go, within the deadline, and keeps apart what is asked about: no record is proposed
/// twice at one time, and one that is used meanwhile stays, whatever the answer.
final class Proposals {
    private static final Map<BlockKey, Retirement.Verdict> NO_ANSWER = Map.of();

    private final DeviceKit kit;
    private final Drops drops;

    Proposals(DeviceKit kit, Drops drops) {
        this.kit = kit;
        this.drops = drops;
    }

    /// Within a turn: these are asked about from now on, until they are [settled][#settle].
    ///
    /// @param then hears once, on the thread that reclaims, outside of any turn; nothing when nobody has
    ///     answered in time
    void ask(List<StoredRecord> records, Consumer<Map<BlockKey, Retirement.Verdict>> then) {
        records.forEach(each -> {
            each.proposed = true;
            each.used = false;
        });
        List<StoredRecord> asked = List.copyOf(records);
        kit.lock().later(() -> propose(asked, then));
    }

    private void propose(List<StoredRecord> records, Consumer<Map<BlockKey, Retirement.Verdict>> then) {
        AtomicBoolean answered = new AtomicBoolean();
        Consumer<Map<BlockKey, Retirement.Verdict>> answer =
                verdicts -> kit.threads().reclaim(() -> then.accept(verdicts));
        long nanos = kit.settings().retirementNanos();
        SsdThreads.Alarm alarm = kit.threads().after(nanos, () -> {
            if (answered.compareAndSet(false, true)) {
                answer.accept(NO_ANSWER);
            }
        });
        kit.retirement().propose(records.stream().map(each -> each.key).toList(), nanos, verdicts -> {
            alarm.cancel();
            Map<BlockKey, Retirement.Verdict> heard = Map.copyOf(verdicts);
            if (answered.compareAndSet(false, true)) {
                answer.accept(heard);
            } else {
                kit.lock().run(() -> late(records, heard));
            }
        });
    }

    /// The catalogue has forgotten what stays.
    private void late(List<StoredRecord> records, Map<BlockKey, Retirement.Verdict> verdicts) {
        List<BlockKey> stay = records.stream()
                .filter(record -> record.live && verdicts.get(record.key) == Retirement.Verdict.GRANTED)
                .map(record -> record.key)
                .toList();
        if (!stay.isEmpty()) {
            kit.lock().later(() -> kit.retirement().stay(stay));
        }
    }

    /// Within a turn: lets those go that were granted and are wanted by nobody. What was granted and stays is to
    /// be registered again.
    ///
    /// @return what stays
    List<StoredRecord> settle(List<StoredRecord> records, Map<BlockKey, Retirement.Verdict> verdicts) {
        List<StoredRecord> left = new ArrayList<>();
        List<BlockKey> stay = new ArrayList<>();
        for (StoredRecord record : records) {
            Retirement.Verdict verdict = verdicts.get(record.key);
            boolean granted = verdict == Retirement.Verdict.GRANTED;
            kit.counters().unanswered += verdict == null ? 1 : 0;
            record.proposed = false;
            if (record.live && granted && record.pins == 0 && !record.used) {
                evict(record);
            } else if (record.live) {
                left.add(record);
                if (granted) {
                    stay.add(record.key);
                }
            }
        }
        if (!stay.isEmpty()) {
            kit.lock().later(() -> kit.retirement().stay(stay));
        }
        return left;
    }

    /// Within a turn: those that nobody holds go unasked, since the file system is full below the capacity.
    ///
    /// @return what stays
    List<StoredRecord> force(List<StoredRecord> records) {
        List<StoredRecord> left = new ArrayList<>();
        List<BlockKey> gone = new ArrayList<>();
        for (StoredRecord record : records) {
            if (record.live && record.pins == 0) {
                evict(record);
                gone.add(record.key);
            } else if (record.live) {
                left.add(record);
            }
        }
        if (!gone.isEmpty()) {
            kit.lock().later(() -> kit.retirement().gone(gone, Retirement.Departure.NO_SPACE));
        }
        return left;
    }

    /// Its bytes stay until its file goes, so it is buried: a restart must not bring back what went, least of all
    /// a block that was dropped on request after it had gone.
    private void evict(StoredRecord record) {
        kit.records().kill(record);
        kit.counters().evicted++;
        drops.bury(record.key, record.file.number());
    }
}
