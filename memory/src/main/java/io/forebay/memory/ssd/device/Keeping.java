package io.forebay.memory.ssd.device;

import io.forebay.memory.ssd.log.LogFile;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The file that takes what reclaim keeps, and tombstones: apart from the one that writes go to, since what was
/// kept once is likely to stay. It may take the room that is kept back for it.
///
/// One thread, the one that reclaims; it is not in a turn when it calls.
final class Keeping {
    private final DeviceKit kit;
    private final FileSet files;
    private volatile @Nullable StoredFile current;

    Keeping(DeviceKit kit, FileSet files) {
        this.kit = kit;
        this.files = files;
    }

    /// A place in the file, or in a new one; null when there is no room for one. Its file has a writer more,
    /// which the caller [ends][FileSet#writerDone].
    ///
    /// @param reserve takes the place within a turn
    FileSet.@Nullable Reserved place(Function<LogFile, OptionalLong> reserve) {
        FileSet.Reserved place = tryPlace(reserve);
        if (place == null) {
            end();
            current = files.make(0).file();
            place = tryPlace(reserve);
        }
        return place;
    }

    private FileSet.@Nullable Reserved tryPlace(Function<LogFile, OptionalLong> reserve) {
        StoredFile file = current;
        if (file == null) {
            return null;
        }
        return kit.lock().<FileSet.@Nullable Reserved>call(() -> {
            OptionalLong offset = file.broken ? OptionalLong.empty() : reserve.apply(file.log);
            if (offset.isEmpty()) {
                return null;
            }
            file.writers++;
            return new FileSet.Reserved(file, offset.getAsLong());
        });
    }

    /// Nothing more is kept in the present file.
    void end() {
        StoredFile file = current;
        if (file != null) {
            kit.lock().run(() -> files.fill(file));
            current = null;
        }
    }

    boolean isOpen() {
        return current != null;
    }
}
