package io.forebay.memory.ssd.device;

import io.forebay.core.block.BlockKey;
import io.forebay.memory.ssd.format.IndexEntry;
import io.forebay.memory.ssd.format.NamespaceLayout;
import io.forebay.memory.ssd.format.SsdFormat;
import io.forebay.memory.ssd.terms.SsdRecord;
import org.jspecify.annotations.Nullable;

/// A record as the tier knows it: what it is, where it is, who holds it. Reclaim may move it; its sequence
/// stays.
///
/// Guarded by the tier's lock; the final fields are for any thread.
public final class StoredRecord {
    final BlockKey key;
    final NamespaceLayout home;
    final long sequence;
    final int headBytes;
    final Device device;
    StoredFile file;
    long offset;
    int pins;
    /// In the index. Once false, never true again.
    boolean live = true;
    /// Its owner is being asked whether it may go.
    boolean proposed;
    /// Pinned or read since it was proposed to go.
    boolean used;
    /// Higher than that of every record of the device that was used before it; see [UseOrder].
    long lastUse;

    @Nullable
    StoredRecord before;

    @Nullable
    StoredRecord after;

    StoredRecord(IndexEntry entry, Device device, StoredFile file) {
        this.key = entry.key();
        this.home = entry.home();
        this.sequence = entry.sequence();
        this.headBytes = entry.headBytes();
        this.device = device;
        this.file = file;
        this.offset = entry.offset();
    }

    public Device device() {
        return device;
    }

    void use() {
        used = true;
        device.uses().use(this);
    }

    long totalBytes() {
        return headBytes + SsdFormat.pages(home.layout().blockBytes());
    }

    IndexEntry entry() {
        return new IndexEntry(home, key.hash(), sequence, offset, headBytes);
    }

    /// What it is, for others.
    public SsdRecord view() {
        return new SsdRecord(key, home.layout(), totalBytes(), sequence);
    }
}
