package io.forebay.node;

import io.forebay.core.block.BlockKey;
import io.forebay.core.extent.Slot;
import io.forebay.core.tier.SsdWriting;
import io.forebay.memory.Pool;
import io.forebay.memory.ssd.terms.SsdSlot;
import io.forebay.memory.ssd.terms.SsdWrite;
import io.forebay.memory.ssd.terms.WriteListener;
import io.forebay.memory.ssd.terms.WriteOutcome;
import io.forebay.memory.ssd.terms.WriteRefusal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// Writes resident blocks to this node's SSD when the settings say so, or a barrier. A block is held while its bytes
/// are read; that it is not written for whatever reason changes nothing for the copy in memory. Loop thread only.
final class DiskWrites {
    private final Loop loop;
    private final Pool pool;
    private final LocalDisk disk;
    private final SsdWriting when;
    private final Residents residents;
    private final Room room;
    private final NodeCounters counters;
    private final Set<BlockKey> underWay = new HashSet<>();
    private Consumer<BlockKey> onStored = key -> {};
    private Runnable onEnded = () -> {};

    DiskWrites(NodeParts parts, Residents residents, Room room) {
        this.loop = parts.loop();
        this.pool = parts.pool();
        this.disk = parts.disk();
        this.when = parts.settings().ssd().writing();
        this.residents = residents;
        this.room = room;
        this.counters = parts.counters();
    }

    /// Called with each block that has come to be there.
    void onStored(Consumer<BlockKey> action) {
        this.onStored = action;
    }

    /// Called after a write has ended, however that was.
    void onEnded(Runnable action) {
        this.onEnded = action;
    }

    /// An engine has saved the block. What is on the disk already was not found there, since something before it was
    /// missing, and is wanted nevertheless.
    void sealed(ResidentBlock block) {
        disk.use(block.key);
        writeIf(SsdWriting.AT_SEAL, block);
    }

    /// An engine has asked for the block.
    void used(ResidentBlock block) {
        writeIf(SsdWriting.AT_SECOND_USE, block);
    }

    /// The master was asked to forget the block; it stays until it is written.
    void retiring(ResidentBlock block) {
        writeIf(SsdWriting.ON_EVICTION, block);
    }

    private void writeIf(SsdWriting now, ResidentBlock block) {
        if (when == now && disk.isThere() && !disk.has(block.key)) {
            write(block);
        }
    }

    /// Whether the block is being written now.
    boolean isUnderWay(BlockKey key) {
        return underWay.contains(key);
    }

    /// Blocks that are being written now.
    int underWay() {
        return underWay.size();
    }

    /// Writes a block that is not there.
    void write(ResidentBlock block) {
        if (!underWay.add(block.key)) {
            return;
        }
        residents.hold(block);
        List<SsdSlot> slots = block.stored.slots().stream().map(this::slot).toList();
        disk.write(new SsdWrite(block.key, block.home.layout, slots), new WriteListener() {
            @Override
            public void finished(WriteOutcome outcome) {
                loop.post(() -> ended(block.key, outcome));
            }

            @Override
            public void over() {
                loop.post(() -> room.unhold(List.of(block)));
            }
        });
    }

    private SsdSlot slot(Slot slot) {
        return new SsdSlot(pool.slice(slot.extent()).asReadOnly(), slot.checksum(), slot.numaNode());
    }

    private void ended(BlockKey key, WriteOutcome outcome) {
        underWay.remove(key);
        switch (outcome) {
            case WriteOutcome.Stored stored -> {
                counters.ssdStored.increment();
                onStored.accept(key);
            }
            case WriteOutcome.Refused(WriteRefusal cause) -> counters.count(cause);
        }
        onEnded.run();
    }
}
