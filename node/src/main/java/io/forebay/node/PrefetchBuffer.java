package io.forebay.node;

import io.forebay.core.extent.Extent;
import io.forebay.core.recorder.BlockChange;
import io.forebay.memory.Pool;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Room in the prefetch buffer: only promotions ask for it, and only what was promoted goes for it. So neither can the
/// main pool's readings keep a full buffer from being emptied, nor an empty one change what the main pool evicts.
///
/// Blocks go when room is asked for and there is none, with the master's grant; a lease that still runs makes it
/// refuse, and a request that nothing can go for ends at once with no room. Loop thread only.
final class PrefetchBuffer {
    /// Blocks that the master is asked about at one time.
    private static final int AHEAD = 8;

    private final Loop loop;
    private final Pool pool;
    private final Residents residents;
    private final Staging staging;
    private final NodeCounters counters;
    private final long waitNanos;
    private final ArrayDeque<Request> waiting = new ArrayDeque<>();
    private Runnable ledgerChanged = () -> {};
    private boolean serving;

    /// Room for one block.
    private static final class Request {
        final NamespaceBlocks home;
        final Consumer<StagedRoom> then;
        Loop.Timer timer = () -> {};

        Request(NamespaceBlocks home, Consumer<StagedRoom> then) {
            this.home = home;
            this.then = then;
        }
    }

    PrefetchBuffer(NodeParts parts, Staging staging) {
        this.loop = parts.loop();
        this.pool = parts.pool();
        this.residents = staging.residents();
        this.staging = staging;
        this.counters = parts.counters();
        this.waitNanos = parts.settings().eviction().roomWaitNanos();
    }

    /// Called after retirements were proposed.
    void onLedgerChanged(Runnable action) {
        this.ledgerChanged = action;
    }

    /// Asks for room for one block. There are never more requests than reads under way.
    ///
    /// @param then hears once, of room for one block or for none
    void reserve(NamespaceBlocks home, Consumer<StagedRoom> then) {
        Request request = new Request(home, then);
        if (!canEverFit(home)) {
            finish(request, List.of());
            return;
        }
        request.timer = loop.after(waitNanos, () -> {
            waiting.remove(request);
            finish(request, List.of());
        });
        waiting.add(request);
        serve();
    }

    /// False when the block would not fit into an empty buffer: then nothing is evicted for it.
    private boolean canEverFit(NamespaceBlocks home) {
        return home.layout.slotCount() * pool.roundedBytes(home.layout.slotBytes())
                <= pool.buffer().capacityBytes();
    }

    /// There may be more room than before.
    void serve() {
        if (serving) {
            return;
        }
        serving = true;
        try {
            for (Request head = waiting.peek(); head != null; head = waiting.peek()) {
                List<Extent> set = allocate(head);
                if (set == null && isComing()) {
                    return;
                }
                waiting.remove(head);
                finish(head, set == null ? List.of() : List.of(set));
            }
        } finally {
            serving = false;
        }
    }

    private void finish(Request request, List<List<Extent>> sets) {
        request.timer.cancel();
        request.then.accept(new StagedRoom(staging, Staging.everySlot(request.home.layout), sets));
    }

    private @Nullable List<Extent> allocate(Request request) {
        int slots = request.home.layout.slotCount();
        long slotBytes = request.home.layout.slotBytes();
        List<Extent> set = staging.room().tryBuffer(slots, slotBytes);
        while (set == null && evict()) {
            set = staging.room().tryBuffer(slots, slotBytes);
        }
        return set;
    }

    /// Whether a block has gone at once. One that the master has to be asked about goes later, and a few more are asked
    /// about with it, so that not every block to come waits for an answer of its own.
    private boolean evict() {
        for (int i = 0; i < AHEAD && !(i == 0 && residents.bufferRetiring() > 0); i++) {
            ResidentBlock victim = residents.bufferVictim(loop.nanoTime());
            if (victim == null) {
                return false;
            }
            counters.retirements.increment();
            if (residents.retire(victim)) {
                staging.room().freeEvicted(victim, BlockChange.FREED_UNREGISTERED);
                return true;
            }
        }
        return false;
    }

    private boolean isComing() {
        boolean coming = residents.bufferRetiring() > 0;
        if (coming) {
            ledgerChanged.run();
        }
        return coming;
    }
}
