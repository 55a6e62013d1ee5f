package io.forebay.memory.ssd.look;

import io.forebay.memory.ssd.log.FoundFile;
import java.util.List;
import java.util.Optional;

/// One log file as it was found.
///
/// @param name of the file
/// @param found what it has; empty if the device could not read it
/// @param liveRecords those of its records that count
/// @param liveBytes theirs, heads and padding included
/// @param damage what is wrong with it
/// @param pending what may be a write under way: only where a node has the directory and the file has no footer yet
public record FileLook(
        String name,
        Optional<FoundFile> found,
        long liveRecords,
        long liveBytes,
        List<String> damage,
        List<String> pending) {
    public FileLook {
        damage = List.copyOf(damage);
        pending = List.copyOf(pending);
    }

    public long sizeBytes() {
        return found.map(FoundFile::sizeBytes).orElse(0L);
    }

    /// Whether it ends with a good footer.
    public boolean footed() {
        return found.map(FoundFile::footed).orElse(false);
    }

    /// Records that can be read, those that don't count included.
    public long records() {
        return found.map(each -> each.contents().records().size()).orElse(0);
    }

    public long tombstones() {
        return found.map(each -> each.contents().tombstones().size()).orElse(0);
    }
}
