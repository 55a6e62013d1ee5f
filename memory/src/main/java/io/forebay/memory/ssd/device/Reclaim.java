package io.forebay.memory.ssd.device;

import io.forebay.memory.ssd.format.Tombstone;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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

    private final DeviceKit kit;
    private final FileSet files;
    private final Drops drops;
    private final Syncs syncs;
    private final Proposals proposals;
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
        this.proposals = parts.proposals;
        this.choice = new ReclaimChoice(files, kit.settings().copyPercent());
        this.copies = new ReclaimCopies(kit, files, parts.keeping, parts.drops);
        files.onRoom(this::roomGained);
    }

    /// What reclaim works with.
    record Parts(Keeping keeping, Drops drops, Syncs syncs, Proposals proposals) {}

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
        copies.roomGained();
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
            ReclaimPlan plan = choice.next(kit.threads().nanoTime(), forced || copies.isStuck());
            if (closing || plan == null) {
                endUnlessDeleting();
                return;
            }
            copies.begin();
            plan.file().phase = StoredFile.Phase.LEAVING;
            if (forced) {
                List<StoredRecord> left = proposals.force(plan.evict());
                kit.lock().later(() -> kit.threads().reclaim(() -> carryOut(plan, left, false)));
            } else if (plan.evict().isEmpty()) {
                kit.lock().later(() -> kit.threads().reclaim(() -> carryOut(plan, List.of(), false)));
            } else {
                proposals.ask(plan.evict(), verdicts -> {
                    List<StoredRecord> left = kit.lock().call(() -> proposals.settle(plan.evict(), verdicts));
                    carryOut(plan, left, verdicts.isEmpty());
                });
            }
        });
    }

    /// A file that is just being deleted may be the room that was looked for.
    private void endUnlessDeleting() {
        if (closing || !files.isDeleting()) {
            end(false);
        }
    }

    /// @param left of what was to be evicted
    /// @param unheard nobody has said what may go
    private void carryOut(ReclaimPlan plan, List<StoredRecord> left, boolean unheard) {
        List<StoredRecord> keep = new ArrayList<>(plan.keep());
        keep.addAll(left);
        boolean fits = kit.lock().call(() -> pays(plan.file(), keep));
        boolean copied = fits && copies.copy(plan.file(), keep);
        kit.lock().run(() -> {
            if (copied) {
                makeSafe(plan.file());
            } else if (unheard) {
                leaveAlone(plan.file());
                end(false); // who does not answer about this file does not about the next one
            } else {
                giveUp(plan.file());
            }
        });
    }

    /// Within a turn: what is kept of the file is made safe elsewhere. A file whose tombstones nobody needs does
    /// not wait for those that find no room: its room may be theirs.
    private void makeSafe(StoredFile file) {
        List<Tombstone> needed = files.neededTombstones(file);
        if (needed.isEmpty()) {
            syncs.request(synced -> finish(file, synced));
        } else {
            drops.keep(needed);
            drops.flushed(flushed -> syncs.request(synced -> finish(file, flushed && synced)));
        }
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
