package io.forebay.node;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.fetch.Outcome;
import io.forebay.memory.ssd.format.SlotEntry;
import io.forebay.memory.ssd.terms.ReadListener;
import io.forebay.memory.ssd.terms.ReadOutcome;
import io.forebay.memory.ssd.terms.ReadRefusal;
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
    private final StagedBlockBuilder staged;
    private final List<Waiter> waiters = new ArrayList<>();

    /// Waits for a block.
    interface Waiter {
        /// It is in memory, and held once for the waiter.
        void loaded(ResidentBlock block);

        /// It is not.
        ///
        /// @param cause null when it is not on the disk after all
        void failed(@Nullable Outcome cause);
    }

    /// Begins to read the block into the next of this room. Nobody else reads it now.
    static void start(FetchKit kit, NamespaceBlocks home, BlockHash hash, StagedRoom room, Waiter waiter) {
        DiskLoad load = new DiskLoad(kit, home, hash, room.build(StagedSource.LOCAL_SSD, home, List.of(hash)));
        load.waiters.add(waiter);
        home.loading.put(hash, load);
        kit.onDiskRead().accept(new BlockKey(home.namespace, hash));
        kit.disk()
                .read(
                        new BlockKey(home.namespace, hash),
                        load.staged.targets(0),
                        kit.settings().ssd().readNanos(),
                        load);
    }

    private DiskLoad(FetchKit kit, NamespaceBlocks home, BlockHash hash, StagedBlockBuilder staged) {
        this.kit = kit;
        this.home = home;
        this.hash = hash;
        this.staged = staged;
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
        kit.loop().post(staged::over);
    }

    private void settle(ReadOutcome outcome) {
        home.loading.remove(hash);
        List<Waiter> told = List.copyOf(waiters);
        List<ResidentBlock> came = List.of();
        if (!told.isEmpty() && outcome instanceof ReadOutcome.Loaded loaded) {
            came = take(loaded.slots());
        }
        staged.giveBack("read from SSD");
        if (came.isEmpty()) {
            told.forEach(waiter -> waiter.failed(cause(outcome)));
            return;
        }
        ResidentBlock block = came.getFirst();
        told.forEach(waiter -> kit.residents().hold(block));
        told.forEach(waiter -> waiter.loaded(block));
        kit.room().unhold(came);
    }

    /// The block, held once; nothing if it is not as its layout says.
    private List<ResidentBlock> take(List<SlotEntry> slots) {
        StagedCheck check = staged.check(1, block -> StagedSlot.of(slots));
        check.run();
        staged.take(check);
        return staged.admit();
    }

    private static @Nullable Outcome cause(ReadOutcome outcome) {
        return switch (outcome) {
            case ReadOutcome.Corrupt corrupt -> Outcome.MISS_CORRUPT;
            case ReadOutcome.Loaded notAsItsLayout -> Outcome.MISS_CORRUPT;
            case ReadOutcome.Refused(ReadRefusal why) when why == ReadRefusal.GONE -> null;
            case ReadOutcome.Refused refused -> Outcome.MISS_SSD_ERROR;
            case ReadOutcome.Failed failed -> Outcome.MISS_SSD_ERROR;
            case ReadOutcome.TimedOut timedOut -> Outcome.MISS_SSD_ERROR;
        };
    }
}
