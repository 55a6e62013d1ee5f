package io.forebay.memory.ssd.device;

import io.forebay.core.block.BlockKey;
import io.forebay.memory.ssd.format.Tombstone;
import io.forebay.memory.ssd.terms.Retirement;
import java.util.ArrayList;
import java.util.List;

/// What becomes of a file whose sync failed. The system says only once that it lost what it had to write, and a
/// later sync succeeds as if nothing had happened; so what the failed one was to cover is given up, and nothing more
/// is written to the file. What was safe before stays. Tombstones are written again elsewhere.
///
/// Guarded by the tier's lock.
final class Unsafe {
    private final DeviceKit kit;
    private final FileSet files;
    private final Drops drops;

    Unsafe(DeviceKit kit, FileSet files, Drops drops) {
        this.kit = kit;
        this.files = files;
        this.drops = drops;
    }

    /// Within a turn.
    ///
    /// @param safe of the file when the sync began
    void breakOff(StoredFile file, StoredFile.Mark safe) {
        file.broken = true;
        file.dirty = false;
        List<BlockKey> gone = new ArrayList<>();
        for (StoredRecord record : file.records.subList(safe.records(), file.records.size())) {
            if (record.live && record.file == file) {
                kit.records().kill(record);
                gone.add(record.key);
            }
        }
        List<Tombstone> again = List.copyOf(file.tombstones.subList(safe.tombstones(), file.tombstones.size()));
        file.tombstones.removeAll(again);
        drops.keep(again);
        files.endBroken(file);
        if (!gone.isEmpty()) {
            kit.lock().later(() -> kit.retirement().gone(gone, Retirement.Departure.UNSAFE));
        }
    }
}
