package io.forebay.memory.ssd.device;

import io.forebay.core.block.BlockKey;
import io.forebay.memory.ssd.format.FileContents;
import io.forebay.memory.ssd.format.IndexEntry;
import io.forebay.memory.ssd.format.Tombstone;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/// Puts together what several files say of the same keys: the record with the highest sequence counts, of equal
/// ones (a copy that reclaim had made) the one in the later file, and none below its key's highest tombstone.
///
/// One thread.
final class Merge {
    /// A record that counts so far.
    record Candidate(Device device, StoredFile file, IndexEntry entry) {
        private boolean isBefore(Candidate other) {
            return entry.sequence() == other.entry.sequence()
                    ? file.number() < other.file.number()
                    : entry.sequence() < other.entry.sequence();
        }
    }

    private final Map<BlockKey, Candidate> best = new HashMap<>();
    private final Map<BlockKey, Long> buried = new HashMap<>();
    private long lastSequence;

    void add(Device device, StoredFile file, FileContents contents) {
        for (IndexEntry entry : contents.records()) {
            lastSequence = Math.max(lastSequence, entry.sequence());
            best.merge(entry.key(), new Candidate(device, file, entry), Merge::later);
        }
        for (Tombstone tombstone : contents.tombstones()) {
            lastSequence = Math.max(lastSequence, tombstone.sequence());
            buried.merge(tombstone.key(), tombstone.sequence(), Math::max);
        }
    }

    /// Where two files have the same record, a copy was not finished: the first file's reclaim is to be, before
    /// anything happens to the second.
    private static Candidate later(Candidate one, Candidate other) {
        Candidate first = one.isBefore(other) ? one : other;
        Candidate second = one.isBefore(other) ? other : one;
        first.file.halfMoved |= first.entry.sequence() == second.entry.sequence();
        return second;
    }

    /// Fills the index, in the order in which the records were written: nobody knows any more which was used last.
    /// Within a turn, when everything was added.
    void fill(Records records) {
        records.sawSequence(lastSequence);
        best.values().stream()
                .filter(each -> each.entry.sequence() > buried.getOrDefault(each.entry.key(), 0L))
                .sorted(Comparator.comparingLong(each -> each.entry.sequence()))
                .forEach(each -> each.device.found(each.entry, each.file));
    }
}
