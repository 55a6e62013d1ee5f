package io.forebay.node;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.engine.Abort;
import io.forebay.core.engine.Reserve;
import io.forebay.core.engine.ReservedBlock;
import io.forebay.core.engine.Seal;
import io.forebay.core.engine.SealOutcome;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.recorder.BlockChange;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The blocks that engines are writing, from reservation to residency. Loop thread only; checksums are computed on
/// the movers.
///
/// ```
/// reserve ─▶ in flight ──every slot sealed──▶ resident
///               ├── abort ─────────────────▶ extents free (the rank promises to write no more)
///               ├── untouched too long ────▶ dropped and counted; extents in quarantine
///               └── instance ended ────────▶ dropped; extents in quarantine
/// ```
/// A quarantine under an instance's name ends when no process of it lives any more ([Departures]).
final class Saves {
    private final Loop loop;
    private final Executor movers;
    private final Staging staging;
    private final long inFlightNanos;
    private final NodeCounters counters;
    private final Diary diary;

    /// In the order of their last touch, so that the oldest is first.
    private final Map<BlockKey, InFlightBlock> inFlight = new LinkedHashMap<>();

    private Consumer<ResidentBlock> onSealed = block -> {};
    private Runnable onAdmitted = () -> {};

    /// The last reservation's number. Starts at random, so that an earlier boot's numbers mean nothing.
    private long reservations;

    Saves(NodeParts parts, Staging staging, Diary diary) {
        this.diary = diary;
        this.loop = parts.loop();
        this.movers = parts.movers();
        this.staging = staging;
        this.inFlightNanos = parts.settings().leases().inFlightNanos();
        this.counters = parts.counters();
        this.reservations = parts.random().getAsLong() >>> 2;
    }

    /// Called with each block that has become complete.
    void onSealed(Consumer<ResidentBlock> action) {
        this.onSealed = action;
    }

    /// Called when blocks have become resident.
    void onAdmitted(Runnable action) {
        this.onAdmitted = action;
    }

    @Nullable
    InFlightBlock find(BlockKey key) {
        return inFlight.get(key);
    }

    /// A rank writes its slots of a block from now on, into the next of this room.
    RankPart begin(Instance instance, BlockHash hash, Reserve request, StagedRoom room) {
        BlockKey key = new BlockKey(instance.blocks.namespace, hash);
        InFlightBlock block = inFlight.get(key);
        if (block == null) {
            StagedBlockBuilder staged =
                    new StagedBlockBuilder(staging, StagedSource.SAVE, instance.blocks, List.of(hash));
            block = new InFlightBlock(instance.blocks, hash, instance.id, staged);
        }
        RankPart part = new RankPart(++reservations, request.requestId(), room.give(block.staged, 0));
        block.parts.put(request.rank(), part);
        touch(key, block);
        return part;
    }

    private void touch(BlockKey key, InFlightBlock block) {
        block.touchedNanos = loop.nanoTime();
        inFlight.remove(key);
        inFlight.put(key, block);
    }

    /// Seals a rank's slots; `then` hears one outcome a block once the checksums are taken.
    void seal(Instance instance, Seal request, Consumer<List<SealOutcome>> then) {
        List<SealOutcome> outcomes = new ArrayList<>(request.blocks().size());
        List<InFlightBlock> accepted = new ArrayList<>();
        List<StagedCheck> checks = new ArrayList<>();
        for (ReservedBlock reserved : request.blocks()) {
            BlockKey key = new BlockKey(instance.blocks.namespace, reserved.hash());
            InFlightBlock block = inFlight.get(key);
            SealOutcome outcome = judge(instance, block, request.rank(), reserved);
            outcomes.add(outcome);
            if (outcome == SealOutcome.DONE && block != null) {
                block.sealing.add(request.rank());
                touch(key, block);
                accepted.add(block);
                checks.add(block.staged.check(0, slots(block, request.rank())));
            }
        }
        if (accepted.isEmpty()) {
            then.accept(outcomes);
            return;
        }
        movers.execute(() -> {
            checks.forEach(StagedCheck::run); // the extents are reserved: nobody else gets them meanwhile
            loop.post(() -> {
                for (int i = 0; i < accepted.size(); i++) {
                    sealed(accepted.get(i), request.rank(), checks.get(i));
                }
                onAdmitted.run();
                then.accept(outcomes);
            });
        });
    }

    /// What becomes of a seal or an abort of one reservation.
    private static SealOutcome judge(
            Instance instance, @Nullable InFlightBlock block, int rank, ReservedBlock reserved) {
        if (block == null) {
            return instance.blocks.find(reserved.hash()) == null
                    ? SealOutcome.NOT_RESERVED
                    : SealOutcome.ALREADY_SEALED;
        }
        if (!block.owner.equals(instance.id)) {
            return SealOutcome.OTHER_INSTANCE;
        }
        RankPart part = block.parts.get(rank);
        if (part == null || part.reservation() != reserved.reservation()) {
            return SealOutcome.NOT_RESERVED;
        }
        return block.sealing.contains(rank) ? SealOutcome.ALREADY_SEALED : SealOutcome.DONE;
    }

    private static List<Integer> slots(InFlightBlock block, int rank) {
        return block.home.layout.slotsOfRank(rank);
    }

    private void sealed(InFlightBlock block, int rank, StagedCheck check) {
        BlockKey key = new BlockKey(block.home.namespace, block.hash);
        if (inFlight.get(key) != block) {
            return; // dropped meanwhile: its extents are in quarantine
        }
        block.staged.take(check);
        if (!block.staged.isComplete(0)) {
            return;
        }
        inFlight.remove(key);
        boolean isNew = block.home.find(block.hash) == null;
        ResidentBlock resident = block.staged.admit().getFirst();
        if (!isNew) {
            return; // a fetch brought the same block meanwhile
        }
        counters.blocksSealed.increment();
        counters.bytesSealed.add(resident.bytes);
        diary.block(BlockChange.SAVED, requestOf(block, rank), key);
        onSealed.accept(resident);
    }

    private static String requestOf(InFlightBlock block, int rank) {
        RankPart part = block.parts.get(rank);
        return part == null ? "" : part.requestId();
    }

    /// A rank gives reservations back and promises to write there no more. What is sealed stays sealed.
    List<SealOutcome> abort(Instance instance, Abort request) {
        List<SealOutcome> outcomes = new ArrayList<>(request.blocks().size());
        for (ReservedBlock reserved : request.blocks()) {
            BlockKey key = new BlockKey(instance.blocks.namespace, reserved.hash());
            InFlightBlock block = inFlight.get(key);
            SealOutcome outcome = judge(instance, block, request.rank(), reserved);
            outcomes.add(outcome);
            RankPart part = outcome == SealOutcome.DONE && block != null ? block.parts.remove(request.rank()) : null;
            if (part != null && block != null) {
                block.staged.giveBack(0, slots(block, request.rank()));
                if (block.parts.isEmpty()) {
                    inFlight.remove(key);
                    diary.block(BlockChange.ABORTED, instance.id.name(), key);
                }
            }
        }
        return outcomes;
    }

    /// Drops what has not been touched for too long; `quarantined` hears whose it was.
    void expire(Consumer<InstanceId> quarantined) {
        long now = loop.nanoTime();
        Iterator<InFlightBlock> oldestFirst = inFlight.values().iterator();
        while (oldestFirst.hasNext()) {
            InFlightBlock block = oldestFirst.next();
            if (now - block.touchedNanos < inFlightNanos) {
                return;
            }
            oldestFirst.remove();
            drop(block, BlockChange.DROPPED_UNTOUCHED);
            quarantined.accept(block.owner);
        }
    }

    /// Drops everything that an ended instance had in flight.
    void end(InstanceId instance) {
        inFlight.values().removeIf(block -> {
            boolean mine = block.owner.equals(instance);
            if (mine) {
                drop(block, BlockChange.DROPPED_ENDED);
            }
            return mine;
        });
    }

    private void drop(InFlightBlock block, BlockChange why) {
        diary.block(why, block.owner.name(), new BlockKey(block.home.namespace, block.hash));
        counters.inFlightDropped.increment();
        block.staged.giveBack(holder(block.owner));
    }

    /// The name under which an instance's unsealed extents wait.
    static String holder(InstanceId instance) {
        return "instance " + instance;
    }

    int count() {
        return inFlight.size();
    }
}
