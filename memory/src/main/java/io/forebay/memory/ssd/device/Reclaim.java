package io.forebay.memory.ssd.device;

import io.forebay.core.block.BlockKey;
import io.forebay.memory.ssd.terms.Retirement;
import io.forebay.memory.ssd.terms.SsdThreads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// Makes room on a device, a file at a time: choose → propose what is to go → wait for the verdicts, within
/// their deadline → copy the rest forward → sync → delete. Ahead of need, and when a write finds no room.
///
/// A record that was used since it was proposed stays, whatever the verdict. If more stays than may be copied,
/// the file is left alone for a while and another one is tried. Without a verdict nothing goes, unless the file
/// system is full below the capacity.
///
/// Its steps run on the device's thread for that; its state is guarded by the tier's lock.
final class Reclaim implements RoomMaker {
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final Map<BlockKey, Retirement.Verdict> NO_ANSWER = Map.of();

    private final DeviceKit kit;
    private final FileSet files;
    private final Drops drops;
    private final Syncs syncs;
    private final ReclaimChoice choice;
    private final ReclaimCopies copies;
    private List<Consumer<Boolean>> waiting = new ArrayList<>();
    private boolean running;
    private boolean forced;
    /// A round was asked for and has not begun.
    private boolean roundWaits;
    private boolean closing;

    Reclaim(DeviceKit kit, FileSet files, Parts parts) {
        this.kit = kit;
        this.files = files;
        this.drops = parts.drops;
        this.syncs = parts.syncs;
        this.choice = new ReclaimChoice(files, kit.order(), kit.settings().copyPercent());
        this.copies = new ReclaimCopies(kit, files, parts.keeping, parts.drops);
        files.onRoom(this::roomGained);
    }

    /// What reclaim works with.
    record Parts(Keeping keeping, Drops drops, Syncs syncs) {}

    boolean isIdle() {
        return !running;
    }

    /// No file is begun any more.
    void close() {
        closing = true;
    }

    @Override
    public void ahead() {
        start();
    }

    @Override
    public void make(boolean force, Consumer<Boolean> then) {
        waiting.add(then);
        forced |= force;
        start();
    }

    private void start() {
        if (!running) {
            running = true;
            next();
        }
    }

    /// Within a turn: goes on with another file, or ends.
    private void next() {
        if (closing || !files.isShort()) {
            end(!closing);
        } else if (!files.isDeleting() && !roundWaits) {
            roundWaits = true;
            kit.lock().later(() -> kit.threads().reclaim(this::round));
        }
    }

    /// A file is gone, or could not be deleted.
    private void roomGained() {
        if (running && copies.isIdle()) {
            next();
        }
    }

    private void end(boolean made) {
        running = false;
        forced = false;
        List<Consumer<Boolean>> hear = waiting;
        waiting = new ArrayList<>();
        hear.forEach(then -> then.accept(made));
    }

    private void round() {
        kit.lock().run(() -> {
            roundWaits = false;
            if (!running) {
                return;
            }
            files.retryDeletes();
            ReclaimPlan plan = choice.next(kit.threads().nanoTime());
            if (closing || plan == null) {
                endUnlessDeleting();
                return;
            }
            copies.begin();
            plan.file().phase = StoredFile.Phase.LEAVING;
            plan.evict().forEach(each -> each.used = false);
            if (plan.evict().isEmpty() || forced) {
                boolean byForce = forced;
                kit.lock().later(() -> kit.threads().reclaim(() -> carryOut(plan, NO_ANSWER, byForce)));
            } else {
                kit.lock().later(() -> propose(plan));
            }
        });
    }

    /// A file that is just being deleted may be the room that was looked for.
    private void endUnlessDeleting() {
        if (closing || !files.isDeleting()) {
            end(false);
        }
    }

    private void propose(ReclaimPlan plan) {
        AtomicBoolean answered = new AtomicBoolean();
        Consumer<Map<BlockKey, Retirement.Verdict>> answer = verdicts -> {
            if (answered.compareAndSet(false, true)) {
                kit.threads().reclaim(() -> carryOut(plan, verdicts, false));
            }
        };
        long nanos = kit.settings().retirementNanos();
        SsdThreads.Alarm alarm = kit.threads().after(nanos, () -> answer.accept(NO_ANSWER));
        List<BlockKey> keys = plan.evict().stream().map(each -> each.key).toList();
        kit.retirement().propose(keys, nanos, verdicts -> {
            alarm.cancel();
            answer.accept(Map.copyOf(verdicts));
        });
    }

    private void carryOut(ReclaimPlan plan, Map<BlockKey, Retirement.Verdict> verdicts, boolean byForce) {
        List<StoredRecord> keep = kit.lock().call(() -> evict(plan, verdicts, byForce));
        boolean unheard = !byForce && verdicts.isEmpty() && !plan.evict().isEmpty();
        boolean fits = kit.lock().call(() -> pays(plan.file(), keep));
        boolean copied = fits && copies.copy(plan.file(), keep);
        kit.lock().run(() -> {
            if (copied) {
                drops.keep(files.neededTombstones(plan.file()));
                drops.flushed(flushed -> syncs.request(synced -> finish(plan.file(), flushed && synced)));
            } else if (unheard) {
                leaveAlone(plan.file());
                end(false); // who does not answer about this file does not about the next one
            } else {
                giveUp(plan.file());
            }
        });
    }

    /// Within a turn: lets go what may go.
    ///
    /// @return what stays
    private List<StoredRecord> evict(ReclaimPlan plan, Map<BlockKey, Retirement.Verdict> verdicts, boolean byForce) {
        List<StoredRecord> keep = new ArrayList<>(plan.keep());
        List<BlockKey> gone = new ArrayList<>();
        List<BlockKey> stay = new ArrayList<>();
        for (StoredRecord record : plan.evict()) {
            Retirement.Verdict verdict = verdicts.get(record.key);
            boolean granted = byForce || verdict == Retirement.Verdict.GRANTED;
            kit.counters().unanswered += !byForce && verdict == null ? 1 : 0;
            if (record.live && granted && record.pins == 0 && !record.used) {
                kit.records().kill(record);
                kit.counters().evicted++;
                gone.add(record.key);
            } else if (record.live) {
                keep.add(record);
                if (verdict == Retirement.Verdict.GRANTED) {
                    stay.add(record.key);
                }
            }
        }
        if (byForce && !gone.isEmpty()) {
            kit.lock().later(() -> kit.retirement().gone(gone, Retirement.Departure.NO_SPACE));
        }
        if (!stay.isEmpty()) {
            kit.lock().later(() -> kit.retirement().stay(stay));
        }
        return keep;
    }

    /// What is pinned is moved in any case, lest one pin keep a file.
    private boolean pays(StoredFile file, List<StoredRecord> keep) {
        long bytes = 0;
        for (StoredRecord record : keep) {
            bytes += record.live && record.pins == 0 ? record.totalBytes() : 0;
        }
        return bytes <= choice.budget(file);
    }

    private void finish(StoredFile file, boolean safe) {
        if (safe && file.liveRecords == 0) {
            copies.end();
            file.doomed = true;
            files.deleteIfFree(file);
            next();
        } else {
            giveUp(file);
        }
    }

    private void giveUp(StoredFile file) {
        leaveAlone(file);
        next();
    }

    /// Its records are as good as before; it is not tried again for a while.
    private void leaveAlone(StoredFile file) {
        copies.end();
        file.phase = StoredFile.Phase.DONE;
        file.failures++;
        file.retryNanos = kit.threads().nanoTime() + RETRY_NANOS;
    }
}
