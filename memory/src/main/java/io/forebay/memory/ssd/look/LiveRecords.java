package io.forebay.memory.ssd.look;

import io.forebay.core.block.BlockKey;
import io.forebay.memory.ssd.format.IndexEntry;
import io.forebay.memory.ssd.log.FoundFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Which records of one directory count, by the rule that a start goes by. A key whose newer record is on another
/// device of the same tier counts here all the same: nobody looks at that one.
///
/// One thread.
final class LiveRecords {
    private record Best(FoundFile file, IndexEntry entry) {
        boolean isBefore(FoundFile otherFile, IndexEntry other) {
            return entry.sequence() == other.sequence()
                    ? file.id().number() < otherFile.id().number()
                    : entry.sequence() < other.sequence();
        }
    }

    private final Map<BlockKey, Best> best = new HashMap<>();
    private final Map<BlockKey, Long> buried = new HashMap<>();

    void add(FoundFile file) {
        for (IndexEntry entry : file.contents().records()) {
            Best before = best.get(entry.key());
            if (before == null || before.isBefore(file, entry)) {
                best.put(entry.key(), new Best(file, entry));
            }
        }
        file.contents().tombstones().forEach(each -> buried.merge(each.key(), each.sequence(), Math::max));
    }

    /// In the order in which they lie on the device.
    List<LiveRecord> all() {
        List<Best> live = new ArrayList<>();
        best.forEach((key, each) -> {
            if (each.entry.sequence() > buried.getOrDefault(key, 0L)) {
                live.add(each);
            }
        });
        live.sort(Comparator.<Best>comparingLong(each -> each.file.id().number())
                .thenComparingLong(each -> each.entry.offset()));
        return live.stream()
                .map(each -> new LiveRecord(each.file.id().fileName(), each.entry))
                .toList();
    }
}
