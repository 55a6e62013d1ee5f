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
    private List<Consumer<Boolean>> waiting = new ArrayList<>();
    private boolean running;

    Syncs(DeviceKit kit, FileSet files) {
        this.kit = kit;
        this.files = files;
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

    private record Round(List<Consumer<Boolean>> asked, List<StoredFile> dirty) {}

    private void sync() {
        Round round = kit.lock().call(this::begin);
        boolean synced = syncAll(round.dirty);
        kit.lock().run(() -> end(round, synced));
    }

    private Round begin() {
        Round round = new Round(
                waiting, files.all().stream().filter(each -> each.dirty).toList());
        waiting = new ArrayList<>();
        round.dirty.forEach(each -> {
            each.dirty = false;
            files.hold(each);
        });
        return round;
    }

    private static boolean syncAll(List<StoredFile> dirty) {
        try {
            for (StoredFile each : dirty) {
                each.log.sync();
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void end(Round round, boolean synced) {
        for (StoredFile each : round.dirty) {
            each.dirty |= !synced;
            files.letGo(each);
        }
        if (!synced) {
            kit.failed();
        }
        round.asked.forEach(then -> then.accept(synced));
        if (waiting.isEmpty()) {
            running = false;
        } else {
            kit.lock().later(() -> kit.threads().write(this::sync));
        }
    }
}
