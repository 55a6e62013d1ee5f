package io.forebay.memory.ssd.device;

import io.forebay.core.block.BlockKey;
import io.forebay.memory.ssd.format.Tombstone;
import io.forebay.memory.ssd.format.Tombstones;
import io.forebay.memory.ssd.terms.SsdThreads;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Tombstones on their way to the device, in batches. Until one is there, a restart brings its record back;
/// that is a block more than there should be, never a wrong one.
///
/// Guarded by the tier's lock; written by the thread that reclaims.
final class Drops {
    private static final int MAX_WAITING = 1 << 18;
    /// A batch takes whole pages, so drops are gathered for a while.
    private static final long GATHER_NANOS = 50_000_000;

    private static final int BATCH = 1_024;
    private static final int LEAST_BATCH = 16;
    /// Of a file, for one tombstone of a batch.
    private static final int SHARE_BYTES = 512;

    private final DeviceKit kit;
    private final FileSet files;
    private final Keeping keeping;
    private final ArrayDeque<Tombstone> waiting = new ArrayDeque<>();
    private List<Consumer<Boolean>> asked = new ArrayList<>();
    private boolean running;
    private boolean gathering;
    private SsdThreads.Alarm alarm = () -> {};
    private Runnable onNoRoom = () -> {};

    Drops(DeviceKit kit, FileSet files, Keeping keeping) {
        this.kit = kit;
        this.files = files;
        this.keeping = keeping;
    }

    /// @param heard runs within a turn in which tombstones found no room: somebody has to make some, or nothing
    ///     that was dropped is ever safe
    void onNoRoom(Runnable heard) {
        onNoRoom = heard;
    }

    /// Within a turn: the records of a key that are there now stay away after a restart, too.
    ///
    /// @param fileNumber of the file that has the last one
    void bury(BlockKey key, long fileNumber) {
        keep(List.of(new Tombstone(key, kit.records().nextSequence(), fileNumber)));
    }

    /// The same for tombstones whose file is about to go.
    void keep(List<Tombstone> tombstones) {
        waiting.addAll(tombstones);
        while (waiting.size() > MAX_WAITING) {
            waiting.remove();
        }
        if (!running && !gathering && !waiting.isEmpty()) {
            gathering = true;
            alarm = kit.threads().after(GATHER_NANOS, () -> kit.lock().run(this::gathered));
        }
    }

    private void gathered() {
        if (gathering) {
            start();
        }
    }

    /// Within a turn: nothing is waited for any more.
    void close() {
        if (!waiting.isEmpty()) {
            start();
        }
    }

    /// Within a turn.
    ///
    /// @param then hears within another one whether all tombstones that waited are on the device
    void flushed(Consumer<Boolean> then) {
        if (waiting.isEmpty() && !running) {
            then.accept(true);
        } else {
            asked.add(then);
            start();
        }
    }

    boolean isIdle() {
        return !running && !gathering;
    }

    private void start() {
        gathering = false;
        alarm.cancel();
        if (!running) {
            running = true;
            kit.lock().later(() -> kit.threads().reclaim(this::flush));
        }
    }

    private void flush() {
        boolean written = true;
        List<Tombstone> batch = kit.lock().call(this::next);
        while (written && !batch.isEmpty()) {
            written = write(batch);
            batch = written ? kit.lock().call(this::next) : batch;
        }
        boolean all = written;
        List<Tombstone> rest = batch;
        kit.lock().run(() -> {
            rest.reversed().forEach(waiting::addFirst);
            if (all && !waiting.isEmpty()) {
                kit.lock().later(() -> kit.threads().reclaim(this::flush));
            } else {
                end(all);
            }
        });
    }

    private void end(boolean all) {
        running = false;
        List<Consumer<Boolean>> hear = asked;
        asked = new ArrayList<>();
        hear.forEach(then -> then.accept(all));
    }

    /// The next batch; those are left out whose file has gone meanwhile.
    private List<Tombstone> next() {
        List<Tombstone> batch = new ArrayList<>();
        long most = Math.clamp(files.fileBytes() / SHARE_BYTES, LEAST_BATCH, BATCH);
        while (batch.size() < most && !waiting.isEmpty()) {
            Tombstone next = waiting.remove();
            if (files.has(next.fileNumber())) {
                batch.add(next);
            }
        }
        return batch;
    }

    private boolean write(List<Tombstone> batch) {
        int bytes = Tombstones.itemBytes(batch);
        FileSet.Reserved place = keeping.place(log -> log.reserveTombstones(batch));
        if (place == null) {
            kit.lock().run(onNoRoom);
            return false;
        }
        boolean written;
        try {
            written = kit.staged(staging -> {
                byte[] item = Tombstones.encode(place.file().log.place(place.offset()), batch);
                place.file().log.writer(staging).write(place.offset(), item);
                return true;
            });
        } catch (IOException e) {
            written = false;
        }
        boolean done = written;
        return kit.lock().call(() -> written(place.file(), batch, bytes, done));
    }

    private boolean written(StoredFile file, List<Tombstone> batch, int bytes, boolean written) {
        boolean good = written && !file.broken;
        file.dirty = !file.broken;
        if (good) {
            file.tombstones.addAll(batch);
            kit.counters().deviceBytesWritten += bytes;
        } else {
            kit.failed();
        }
        files.writerDone(file);
        return good;
    }
}
