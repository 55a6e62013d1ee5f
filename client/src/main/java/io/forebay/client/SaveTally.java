package io.forebay.client;

import io.forebay.client.EngineClient.SaveReport;
import io.forebay.core.block.BlockHash;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How each block of one save ends; failed until something better is known. A hash that is given twice is one
/// block, written at most once: its repetitions count as present once the first is written, else like the
/// first.
///
/// For one thread.
final class SaveTally {
    /// A closed set; the fields of [SaveReport] count them.
    enum End {
        WRITTEN,
        PRESENT,
        ELSEWHERE,
        NO_ROOM,
        FAILED
    }

    private static final class Entry {
        private final int firstIndex;
        private int times;
        private End end = End.FAILED;

        private Entry(int firstIndex) {
            this.firstIndex = firstIndex;
        }
    }

    private final Map<BlockHash, Entry> entries;

    SaveTally(List<BlockHash> hashes) {
        entries = LinkedHashMap.newLinkedHashMap(hashes.size());
        for (int i = 0; i < hashes.size(); i++) {
            int index = i;
            entries.computeIfAbsent(hashes.get(i), hash -> new Entry(index)).times++;
        }
    }

    /// The different hashes, in the order of their first appearance.
    List<BlockHash> hashes() {
        return List.copyOf(entries.keySet());
    }

    /// Index of the hash's first appearance in what the caller gave.
    int index(BlockHash hash) {
        return entry(hash).firstIndex;
    }

    void end(BlockHash hash, End end) {
        entry(hash).end = end;
    }

    private Entry entry(BlockHash hash) {
        Entry entry = entries.get(hash);
        if (entry == null) {
            throw new IllegalArgumentException("not of this save: " + hash);
        }
        return entry;
    }

    /// The keys that a barrier for the request must account for: all but those that the node never took on.
    List<BlockHash> scope() {
        return List.copyOf(entries.keySet());
    }

    SaveReport report() {
        Map<End, Integer> counts = new EnumMap<>(End.class);
        for (Entry entry : entries.values()) {
            counts.merge(entry.end, 1, Integer::sum);
            counts.merge(entry.end == End.WRITTEN ? End.PRESENT : entry.end, entry.times - 1, Integer::sum);
        }
        return new SaveReport(
                counts.getOrDefault(End.WRITTEN, 0),
                counts.getOrDefault(End.PRESENT, 0),
                counts.getOrDefault(End.ELSEWHERE, 0),
                counts.getOrDefault(End.NO_ROOM, 0),
                counts.getOrDefault(End.FAILED, 0));
    }
}
