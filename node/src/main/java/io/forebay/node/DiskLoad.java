package io.forebay.node;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.extent.Extent;
import io.forebay.core.extent.Slot;
import io.forebay.core.extent.StoredBlock;
import io.forebay.core.fetch.Outcome;
import io.forebay.memory.ssd.format.SlotEntry;
import io.forebay.memory.ssd.terms.ReadListener;
import io.forebay.memory.ssd.terms.ReadOutcome;
import io.forebay.memory.ssd.terms.ReadRefusal;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One block on its way from this node's SSD into memory, for all who wait for it. What it was read into is theirs as
/// long as somebody holds it ([Residents#pass]); if nobody waits any more, it is free again as soon as the device is
/// done with it. Loop thread only, but for what the device calls.
final class DiskLoad implements ReadListener {
    private final FetchKit kit;
    private final NamespaceBlocks home;
    private final BlockHash hash;
    private final List<Extent> extents;
    private final List<Waiter> waiters = new ArrayList<>();
    private boolean isOver;
    private boolean quarantined;

    /// Waits for a block.
    interface Waiter {
        /// It is in memory, and held once for the waiter.
        void loaded(ResidentBlock block);

        /// It is not.
        ///
        /// @param cause null when it is not on the disk after all
        void failed(@Nullable Outcome cause);
    }

    /// Begins to read the block into these extents. Nobody else reads it now.
    static void start(FetchKit kit, NamespaceBlocks home, BlockHash hash, List<Extent> extents, Waiter waiter) {
        DiskLoad load = new DiskLoad(kit, home, hash, extents);
        load.waiters.add(waiter);
        home.loading.put(hash, load);
        kit.residents().stage(home.layout.blockBytes());
        List<MemorySegment> slots = extents.stream().map(kit.pool()::slice).toList();
        kit.disk()
                .read(
                        new BlockKey(home.namespace, hash),
                        slots,
                        kit.settings().ssd().readNanos(),
                        load);
    }

    private DiskLoad(FetchKit kit, NamespaceBlocks home, BlockHash hash, List<Extent> extents) {
        this.kit = kit;
        this.home = home;
        this.hash = hash;
        this.extents = extents;
    }

    void join(Waiter waiter) {
        waiters.add(waiter);
    }

    void leave(Waiter waiter) {
        waiters.remove(waiter);
    }

    @Override
    public void finished(ReadOutcome outcome) {
        kit.loop().post(() -> settle(outcome));
    }

    @Override
    public void over() {
        kit.loop().post(() -> {
            isOver = true;
            if (quarantined) {
                kit.room().endQuarantine(extents);
            }
        });
    }

    private void settle(ReadOutcome outcome) {
        home.loading.remove(hash);
        kit.residents().stage(-home.layout.blockBytes());
        List<Waiter> told = List.copyOf(waiters);
        if (!told.isEmpty() && outcome instanceof ReadOutcome.Loaded loaded) {
            ResidentBlock block = take(loaded.slots());
            told.forEach(waiter -> kit.residents().hold(block));
            told.forEach(waiter -> waiter.loaded(block));
            kit.room().unhold(List.of(block));
        } else {
            giveBack(outcome);
            told.forEach(waiter -> waiter.failed(cause(outcome)));
        }
    }

    /// Held once.
    private ResidentBlock take(List<SlotEntry> entries) {
        ResidentBlock there = home.inMemory(hash);
        if (there == null) {
            return kit.residents().pass(home, hash, stored(entries));
        }
        kit.residents().hold(there); // a save or a peer has brought it meanwhile
        kit.room().free(extents);
        return there;
    }

    private StoredBlock stored(List<SlotEntry> entries) {
        List<Slot> slots = new ArrayList<>(extents.size());
        for (int slot = 0; slot < extents.size(); slot++) {
            Extent extent = extents.get(slot);
            slots.add(new Slot(
                    kit.pool().numaNode(extent), extent, entries.get(slot).checksum()));
        }
        return new StoredBlock(slots);
    }

    /// A device that did not end in time may still write.
    private void giveBack(ReadOutcome outcome) {
        if (isOver || !(outcome instanceof ReadOutcome.TimedOut)) {
            kit.room().free(extents);
        } else {
            quarantined = true;
            kit.room().quarantine(extents, "read from SSD");
        }
    }

    private static @Nullable Outcome cause(ReadOutcome outcome) {
        return switch (outcome) {
            case ReadOutcome.Corrupt corrupt -> Outcome.MISS_CORRUPT;
            case ReadOutcome.Refused(ReadRefusal why) when why == ReadRefusal.GONE -> null;
            case ReadOutcome.Loaded loaded -> null;
            case ReadOutcome.Refused refused -> Outcome.MISS_SSD_ERROR;
            case ReadOutcome.Failed failed -> Outcome.MISS_SSD_ERROR;
            case ReadOutcome.TimedOut timedOut -> Outcome.MISS_SSD_ERROR;
        };
    }
}
