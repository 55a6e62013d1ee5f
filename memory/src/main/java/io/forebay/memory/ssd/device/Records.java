package io.forebay.memory.ssd.device;

import io.forebay.core.answer.Invariant;
import io.forebay.core.block.BlockKey;
import io.forebay.memory.ssd.terms.SsdRecord;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The index of a tier: at most one live record of each key, over all devices, and at most one write of it
/// under way. Guarded by the tier's lock.
public final class Records {
    private final Map<BlockKey, StoredRecord> index = new HashMap<>();
    private final Map<BlockKey, PendingWrite> writing = new HashMap<>();
    private long lastSequence;

    /// The live record of a key.
    public @Nullable StoredRecord find(BlockKey key) {
        return index.get(key);
    }

    public int size() {
        return index.size();
    }

    Collection<StoredRecord> all() {
        return index.values();
    }

    /// What is there, for others.
    public List<SsdRecord> views() {
        return index.values().stream().map(StoredRecord::view).toList();
    }

    long nextSequence() {
        return ++lastSequence;
    }

    /// A sequence that was found on a device; later ones are higher.
    public void sawSequence(long sequence) {
        lastSequence = Math.max(lastSequence, sequence);
    }

    /// A record is there from now on.
    void add(StoredRecord record) {
        Invariant.check(index.put(record.key, record) == null, "a key has one live record: " + record.key);
        record.file.add(record);
        record.device.uses().add(record);
    }

    /// A record is there no more; its bytes stay until its file goes.
    void kill(StoredRecord record) {
        Invariant.check(record.live && index.remove(record.key, record), "only a live record dies: " + record.key);
        record.live = false;
        record.file.lose(record);
        record.device.uses().remove(record);
    }

    @Nullable
    PendingWrite writing(BlockKey key) {
        return writing.get(key);
    }

    /// True if a write of the key is under way.
    public boolean isWriting(BlockKey key) {
        return writing.containsKey(key);
    }

    void begin(PendingWrite write) {
        writing.put(write.key(), write);
    }

    void end(PendingWrite write) {
        writing.remove(write.key(), write);
    }
}
