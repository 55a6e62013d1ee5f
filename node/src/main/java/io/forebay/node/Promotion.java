package io.forebay.node;

import io.forebay.core.fetch.Outcome;
import io.forebay.core.layout.Layout;
import io.forebay.core.prefetch.Landing;
import io.forebay.core.prefetch.PromotionFailure;
import io.forebay.memory.ssd.terms.ReadListener;
import io.forebay.memory.ssd.terms.ReadOutcome;
import io.forebay.memory.ssd.terms.ReadRefusal;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One task being carried out: room, the read from this node's SSD, the check, and the block's admission where the
/// master said that it lands. Loop thread only, but for what the device calls.
final class Promotion implements ReadListener {
    private final NodeParts parts;
    private final HeldTask task;
    private final Consumer<PromotionEnd> then;
    private @Nullable StagedBlockBuilder staged;
    private @Nullable NamespaceBlocks home;

    /// @param then hears once what it came to
    private Promotion(NodeParts parts, HeldTask task, Consumer<PromotionEnd> then) {
        this.parts = parts;
        this.task = task;
        this.then = then;
    }

    static void start(
            NodeParts parts, Staging staging, PrefetchBuffer buffer, HeldTask task, Consumer<PromotionEnd> then) {
        Promotion promotion = new Promotion(parts, task, then);
        Optional<Layout> layout = parts.disk().layout(task.key);
        if (layout.isEmpty()) {
            then.accept(PromotionEnd.failed(PromotionFailure.ABSENT));
            return;
        }
        NamespaceBlocks home = staging.residents().namespace(task.key.namespace(), layout.get());
        if (home.find(task.key.hash()) != null) {
            then.accept(PromotionEnd.SUPERSEDED);
            return;
        }
        switch (task.landing) {
            case BUFFER -> buffer.reserve(home, room -> promotion.read(home, room));
            case MAIN -> promotion.toMain(staging, home);
        }
    }

    /// What a get has just read, or is reading, is kept where it is.
    private void toMain(Staging staging, NamespaceBlocks home) {
        ResidentBlock passing = home.passing.get(task.key.hash());
        DiskLoad load = home.loading.get(task.key.hash());
        if (passing != null) {
            staging.residents().settle(passing);
            then.accept(PromotionEnd.LANDED);
        } else if (load != null) {
            load.join(new Kept(staging));
        } else {
            staging.reserve(home, 1, room -> read(home, room));
        }
    }

    /// Waits for what a get reads.
    private final class Kept implements DiskLoad.Waiter {
        private final Staging staging;

        Kept(Staging staging) {
            this.staging = staging;
        }

        @Override
        public void loaded(ResidentBlock came) {
            if (came.passing && !task.isDropped) {
                staging.residents().settle(came);
            }
            // first: giving the hold back may send a batch
            then.accept(task.isDropped ? PromotionEnd.failed(PromotionFailure.ABSENT) : PromotionEnd.LANDED);
            staging.room().unhold(List.of(came));
        }

        @Override
        public void failed(@Nullable Outcome why) {
            then.accept(PromotionEnd.failed(
                    switch (why) {
                        case null -> PromotionFailure.ABSENT;
                        case MISS_CORRUPT -> PromotionFailure.CORRUPT;
                        default -> PromotionFailure.DEVICE;
                    }));
        }
    }

    private StagedSource source() {
        return task.landing == Landing.BUFFER ? StagedSource.PROMOTION_TO_BUFFER : StagedSource.PROMOTION_TO_MAIN;
    }

    private void read(NamespaceBlocks home, StagedRoom room) {
        if (room.blocks() == 0) {
            then.accept(PromotionEnd.failed(PromotionFailure.NO_ROOM));
            return;
        }
        this.home = home;
        StagedBlockBuilder builder = room.build(source(), home, List.of(task.key.hash()));
        room.giveBack();
        staged = builder;
        parts.disk().read(task.key, builder.targets(0), parts.settings().ssd().readNanos(), this);
    }

    @Override
    public void finished(ReadOutcome outcome) {
        parts.loop().post(() -> settle(outcome));
    }

    @Override
    public void over() {
        parts.loop().post(() -> {
            StagedBlockBuilder builder = staged;
            if (builder != null) {
                builder.over();
            }
        });
    }

    private void settle(ReadOutcome outcome) {
        StagedBlockBuilder builder = staged;
        NamespaceBlocks blocks = home;
        if (builder == null || blocks == null) {
            throw new IllegalStateException("what was read was begun");
        }
        PromotionEnd end = blocks.find(task.key.hash()) == null ? PromotionEnd.LANDED : PromotionEnd.SUPERSEDED;
        boolean came = false;
        if (outcome instanceof ReadOutcome.Loaded loaded && !task.isDropped) {
            StagedCheck check = builder.check(1, block -> StagedSlot.of(loaded.slots()));
            check.run();
            builder.take(check);
            came = !builder.admit().isEmpty();
        }
        builder.giveBack("promoted from SSD");
        then.accept(came ? end : PromotionEnd.failed(task.isDropped ? PromotionFailure.ABSENT : cause(outcome)));
    }

    private static PromotionFailure cause(ReadOutcome outcome) {
        return switch (outcome) {
            case ReadOutcome.Corrupt corrupt -> PromotionFailure.CORRUPT;
            case ReadOutcome.Loaded notAsItsLayout -> PromotionFailure.CORRUPT;
            case ReadOutcome.Refused(ReadRefusal why) when why == ReadRefusal.GONE -> PromotionFailure.ABSENT;
            case ReadOutcome.Refused refused -> PromotionFailure.DEVICE;
            case ReadOutcome.Failed failed -> PromotionFailure.DEVICE;
            case ReadOutcome.TimedOut timedOut -> PromotionFailure.DEVICE;
        };
    }
}
