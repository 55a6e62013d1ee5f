package io.forebay.node;

import io.forebay.core.answer.Invariant;
import io.forebay.core.block.BlockKey;
import io.forebay.core.catalogue.RouterLease;
import io.forebay.core.extent.Extent;
import io.forebay.core.extent.Slot;
import io.forebay.core.recorder.BlockChange;
import io.forebay.memory.Allocation;
import io.forebay.memory.Pool;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Room in the pool: who gets extents, what is evicted for them, and the only place that frees one. Loop thread only.
///
/// An extent comes from the arena of the NUMA node that it is asked for where that has room, else from another;
/// nothing is evicted to have it near. So any block that goes is room for any request.
///
/// Eviction runs ahead of need between two watermarks, and for the request at the head of a bounded queue when an
/// allocation fails. Either way a victim is first retired on the ledger; its extents are freed when the master's
/// reply grants it ([#verdicts]) and nothing holds it. A request that no eviction can help is answered at once with
/// what fits.
///
/// At the hard limit, with a request waiting, a node does not depend on the master: blocks go without its grant when
/// it is away, when it has not answered for half of the wait, or when it refuses to let anything go. The ledger then
/// tells it what is gone; each such free is counted by its reason.
final class Room {
    private final Loop loop;
    private final Pool pool;
    private final Residents residents;
    private final NodeSettings.Eviction settings;
    private final NodeCounters counters;
    private final Diary diary;
    private final Unasked away;
    private final Unasked late;
    private final Unasked letNothingGo;
    private final ArrayDeque<RoomRequest> waiting = new ArrayDeque<>();
    private Runnable ledgerChanged = () -> {};
    private BooleanSupplier masterAnswers = () -> true;
    private boolean serving;
    private Runnable bufferChanged = () -> {};

    /// A reason to free a block without the master's grant: how it is counted and what it is called.
    private record Unasked(LongAdder counter, BlockChange change) {}

    Room(NodeParts parts, Residents residents, Diary diary) {
        this.loop = parts.loop();
        this.pool = parts.pool();
        this.residents = residents;
        this.settings = parts.settings().eviction();
        this.counters = parts.counters();
        this.diary = diary;
        this.away = new Unasked(counters.freesMasterAway, BlockChange.FREED_MASTER_AWAY);
        this.late = new Unasked(counters.freesMasterLate, BlockChange.FREED_MASTER_LATE);
        this.letNothingGo = new Unasked(counters.freesMasterRefused, BlockChange.FREED_MASTER_REFUSED);
    }

    /// Called after retirements were proposed.
    void onLedgerChanged(Runnable action) {
        this.ledgerChanged = action;
    }

    /// Whether the master has been heard lately; otherwise nothing waits for its grant.
    void onMaster(BooleanSupplier answers) {
        this.masterAnswers = answers;
    }

    /// Called when there may be room in the prefetch buffer that was not there before.
    void onBufferChanged(Runnable action) {
        this.bufferChanged = action;
    }

    /// Allocates whole sets of extents, as many of the asked number as fit, and answers once, at the latest after the
    /// wait that the settings allow. Requests are served in order.
    void allocate(RoomRequest request) {
        if (waiting.size() >= settings.maxWaiters() || !canEverFit(request)) {
            request.finish();
            return;
        }
        request.timer = loop.after(settings.roomWaitNanos(), () -> {
            waiting.remove(request);
            request.finish();
            serveWaiting();
        });
        request.lateTimer = loop.after(settings.roomWaitNanos() / 2, () -> {
            request.masterLate = true;
            serveWaiting();
        });
        waiting.add(request);
        serveWaiting();
    }

    /// False when not even one set would fit if all that nothing holds were evicted: then nothing is evicted for it.
    private boolean canEverFit(RoomRequest request) {
        long setBytes = request.slots * pool.roundedBytes(request.slotBytes);
        return setBytes <= pool.capacityBytes() - residents.heldBytes() - pool.quarantinedBytes();
    }

    private void serveWaiting() {
        bufferChanged.run();
        if (serving) {
            return; // a finished request's continuation changed the room: the loop below sees it
        }
        serving = true;
        try {
            for (RoomRequest head = waiting.peek(); head != null; head = waiting.peek()) {
                if (fill(head) == Progress.COMING) {
                    return;
                }
                waiting.remove(head);
                head.finish();
            }
        } finally {
            serving = false;
        }
        keepAhead();
    }

    /// What eviction could do for a request.
    private enum Progress {
        /// There is room now.
        NOW,
        /// There will be once the master has answered.
        COMING,
        /// Everything is held: waiting would be in vain.
        NONE
    }

    private Progress fill(RoomRequest request) {
        while (request.sets.size() < request.count) {
            List<Extent> set = tryAllocate(request);
            if (set != null) {
                request.sets.add(set);
                continue;
            }
            Progress progress = unasked(request, reclaim(request.missingBytes()));
            if (progress != Progress.NOW) {
                return progress;
            }
        }
        return Progress.NOW;
    }

    /// What is done without the master's grant when it does not help the request.
    private Progress unasked(RoomRequest request, Progress asked) {
        return switch (asked) {
            case NOW -> asked;
            case COMING -> {
                if (!masterAnswers.getAsBoolean()) {
                    yield lose(residents.unheldRetiring(), away) ? Progress.NOW : asked;
                }
                boolean freed = request.masterLate && lose(residents.unheldRetiring(), late);
                yield freed ? Progress.NOW : asked;
            }
            case NONE -> {
                boolean refused = masterAnswers.getAsBoolean();
                Unasked reason = refused ? letNothingGo : away;
                yield lose(residents.unheld(loop.nanoTime()), reason) ? Progress.NOW : asked;
            }
        };
    }

    private boolean lose(@Nullable ResidentBlock block, Unasked reason) {
        if (block == null) {
            return false;
        }
        reason.counter.increment();
        residents.lose(block);
        freeEvicted(block, reason.change);
        ledgerChanged.run();
        return true;
    }

    /// Somebody wants the block gone: it is not found here any more, and its memory is free once nothing holds it.
    void drop(ResidentBlock block) {
        block.dropped = true;
        diary.block(BlockChange.DROPPED, block.key);
        if (residents.lose(block)) {
            freeEvicted(block, BlockChange.FREED_DROPPED);
        }
        ledgerChanged.run();
        serveWaiting();
    }

    private @Nullable List<Extent> tryAllocate(RoomRequest request) {
        List<Extent> set = new ArrayList<>(request.slots);
        for (int i = 0; i < request.slots; i++) {
            Allocation answer = pool.allocate(request.slotBytes, request.node(i, pool));
            if (!(answer instanceof Allocation.Granted granted)) {
                set.forEach(pool::free);
                return null;
            }
            set.add(granted.extent());
        }
        for (int i = 0; i < request.slots; i++) {
            int wished = request.wishedNode(i);
            boolean elsewhere = pool.hasArena(wished) && pool.numaNode(set.get(i)) != wished;
            counters.extentsElsewhere.add(elsewhere ? 1 : 0);
        }
        return set;
    }

    /// A set of extents in the prefetch buffer; null when it does not fit now. Nothing is evicted for it here.
    @Nullable
    List<Extent> tryBuffer(int slots, long slotBytes) {
        List<Extent> set = new ArrayList<>(slots);
        for (int i = 0; i < slots; i++) {
            if (!(pool.allocateInBuffer(slotBytes) instanceof Allocation.Granted granted)) {
                set.forEach(pool::free);
                return null;
            }
            set.add(granted.extent());
        }
        return set;
    }

    /// Proposes to evict until `bytes` are free or on their way, and at least one block if none is on its way: the
    /// free bytes may lie in pieces that are too small.
    private Progress reclaim(long bytes) {
        long freeBefore = pool.freeBytes();
        boolean more = residents.retiringBytes() > 0 || evictOne();
        while (more && pool.freeBytes() + residents.retiringBytes() < bytes) {
            more = evictOne();
        }
        if (residents.retiringBytes() > 0) {
            ledgerChanged.run();
        }
        if (pool.freeBytes() > freeBefore) {
            return Progress.NOW;
        }
        return residents.retiringBytes() > 0 ? Progress.COMING : Progress.NONE;
    }

    /// Proposes to evict the least valuable block that nothing holds; false when there is none.
    private boolean evictOne() {
        ResidentBlock victim = residents.victim(loop.nanoTime());
        if (victim == null) {
            return false;
        }
        counters.retirements.increment();
        if (residents.retire(victim)) {
            freeEvicted(victim, BlockChange.FREED_UNREGISTERED);
        } else {
            diary.block(BlockChange.PROPOSED, victim.key);
        }
        return true;
    }

    /// Eviction ahead of need: from the high watermark down to the low one. What only passes is not what fills the
    /// pool.
    void keepAhead() {
        long capacity = pool.capacityBytes();
        if (stayingBytes() < settings.high() * capacity) {
            return;
        }
        boolean more = true;
        while (more && stayingBytes() > settings.low() * capacity) {
            more = evictOne();
        }
        ledgerChanged.run();
    }

    private long stayingBytes() {
        return pool.usedBytes() - residents.retiringBytes() - residents.passingBytes();
    }

    /// The master has forgotten some replicas, and wants others to stay for now.
    void verdicts(Collection<BlockKey> granted, Collection<RouterLease> refused) {
        refused.forEach(refusal -> residents.refused(refusal.key()));
        for (BlockKey key : granted) {
            ResidentBlock block = residents.granted(key);
            if (block != null) {
                freeEvicted(block, BlockChange.FREED_FOR_ROOM);
            }
        }
        serveWaiting();
    }

    /// Gives holds back.
    void unhold(Collection<ResidentBlock> blocks) {
        boolean freed = false;
        for (ResidentBlock block : blocks) {
            if (residents.unhold(block)) {
                freeEvicted(block, BlockChange.FREED_FOR_ROOM);
                freed = true;
            }
        }
        if (freed || !waiting.isEmpty()) {
            serveWaiting();
        }
    }

    /// Gives the memory of a block back that has left the index and that nothing holds.
    void freeEvicted(ResidentBlock block, BlockChange why) {
        Invariant.check(block.state == ResidentBlock.State.FREED && block.holds == 0, "only let-go blocks are freed");
        counters.prefetchWasted.add(block.unused ? 1 : 0);
        if (!block.passing) {
            LongAdder left = block.buffered ? counters.prefetchEvicted : counters.evictions;
            left.add(block.damaged || block.dropped ? 0 : 1);
            diary.block(freed(block, why), block.key);
        }
        for (Slot slot : block.stored.slots()) {
            pool.free(slot.extent());
        }
    }

    private static BlockChange freed(ResidentBlock block, BlockChange why) {
        BlockChange asked = block.dropped ? BlockChange.FREED_DROPPED : why;
        return block.damaged ? BlockChange.FREED_DAMAGED : asked;
    }

    /// Frees extents that never became a resident block and that nobody can write any more.
    void free(Collection<Extent> extents) {
        extents.forEach(pool::free);
        serveWaiting();
    }

    /// Keeps extents that somebody may still write away from everybody else, under the name of who may write them.
    void quarantine(Collection<Extent> extents, String holder) {
        extents.forEach(extent -> pool.quarantine(extent, holder));
    }

    /// The holder's writers are gone for certain.
    void endQuarantine(String holder) {
        pool.endQuarantine(holder);
        serveWaiting();
    }

    /// The writer of these extents is done for certain.
    void endQuarantine(Collection<Extent> extents) {
        extents.forEach(pool::endQuarantine);
        serveWaiting();
    }

    boolean overQuarantineCap(String holder) {
        return pool.overCap(holder);
    }

    /// Bytes that leases may still take.
    long leasableBytes(double share) {
        return (long) (share * pool.capacityBytes()) - residents.heldBytes();
    }
}
