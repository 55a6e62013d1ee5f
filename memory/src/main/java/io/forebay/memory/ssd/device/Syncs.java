package io.forebay.memory.ssd.device;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Makes what was written safe from a loss of power, for many at a time: whoever asks while a sync is under way
/// shares the next one. Guarded by the tier's lock.
final class Syncs {
    private final DeviceKit kit;
    private final FileSet files;
    private final Unsafe unsafe;
    private List<Consumer<Boolean>> waiting = new ArrayList<>();
    private boolean running;

    Syncs(DeviceKit kit, FileSet files, Unsafe unsafe) {
        this.kit = kit;
        this.files = files;
        this.unsafe = unsafe;
    }

    /// Within a turn.
    ///
    /// @param then hears within another one whether everything that was written before is safe
    void request(Consumer<Boolean> then) {
        waiting.add(then);
        if (!running) {
            running = true;
            kit.lock().later(() -> kit.threads().write(this::sync));
        }
    }

    boolean isIdle() {
        return !running;
    }

    /// A file, and what was safe and what was written of it when its sync began.
    private record Dirty(StoredFile file, StoredFile.Mark safe, StoredFile.Mark written) {}

    private record Round(List<Consumer<Boolean>> asked, List<Dirty> dirty) {}

    private void sync() {
        Round round = kit.lock().call(this::begin);
        List<Dirty> failed =
                round.dirty.stream().filter(each -> !syncNow(each.file)).toList();
        kit.lock().run(() -> end(round, failed));
    }

    private Round begin() {
        List<Dirty> dirty = files.all().stream()
                .filter(each -> each.dirty && each.phase != StoredFile.Phase.DELETED)
                .map(each -> new Dirty(each, each.safe, each.mark()))
                .toList();
        Round round = new Round(waiting, dirty);
        waiting = new ArrayList<>();
        dirty.forEach(each -> {
            each.file.dirty = false;
            files.hold(each.file);
        });
        return round;
    }

    private static boolean syncNow(StoredFile file) {
        try {
            file.log.sync();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void end(Round round, List<Dirty> failed) {
        for (Dirty each : round.dirty) {
            files.letGo(each.file);
            if (!failed.contains(each)) {
                each.file.safeUpTo(each.written);
            }
        }
        boolean synced = failed.isEmpty() && round.dirty.stream().noneMatch(each -> each.file.broken);
        round.asked.forEach(then -> then.accept(synced));
        for (Dirty each : failed) {
            kit.failed();
            unsafe.breakOff(each.file, each.safe);
        }
        if (waiting.isEmpty()) {
            running = false;
        } else {
            kit.lock().later(() -> kit.threads().write(this::sync));
        }
    }
}
