package io.forebay.node;

import io.forebay.core.block.BlockKey;
import io.forebay.core.catalogue.Suspects;
import io.forebay.core.extent.Slot;
import io.forebay.core.ledger.RegistrationLedger;
import io.forebay.memory.Pool;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/// Looks at what readers say is damaged or missing here. A block that this node does not have at all is told as gone;
/// of one that it has, a mover reads every byte again, while the block is held. What is damaged leaves the index at
/// once, and is told as gone; what is good stays, whoever said what.
///
/// Bound: [Suspects#MAX] blocks wait. [#STEP_BYTES], or one block, are read in one step, and a step rests longer than
/// it takes, so that no storm of reports costs the fetches their movers. Loop thread only.
final class SuspectChecks {
    /// Bytes of one step.
    static final long STEP_BYTES = 64L << 20;

    /// The rest behind each step: more than the time for its bytes at 1 GB/s.
    static final long REST_NANOS = 100_000_000L;

    private final Loop loop;
    private final Executor movers;
    private final Pool pool;
    private final Residents residents;
    private final Room room;
    private final RegistrationLedger ledger;
    private final NodeCounters counters;
    private final NodeEvents events;
    private final Suspects waiting = new Suspects();
    private Runnable onLost = () -> {};
    private boolean busy;

    SuspectChecks(NodeParts parts, Residents residents, Room room, RegistrationLedger ledger, NodeEvents events) {
        this.loop = parts.loop();
        this.movers = parts.movers();
        this.pool = parts.pool();
        this.residents = residents;
        this.room = room;
        this.ledger = ledger;
        this.counters = parts.counters();
        this.events = events;
    }

    /// Called after blocks have left the index.
    void onLost(Runnable action) {
        this.onLost = action;
    }

    /// The master names these for this node, as of the ledger batch that it has just answered. Must be called before
    /// another batch is made: see [RegistrationLedger#disown].
    void suspected(List<BlockKey> keys) {
        List<BlockKey> here = new ArrayList<>(keys.size());
        for (BlockKey key : keys) {
            if (residents.find(key) != null) {
                here.add(key);
            } else if (ledger.disown(key)) {
                counters.suspectsAbsent.increment();
            }
        }
        counters.suspectsDropped.add(waiting.add(here));
        step();
    }

    private void step() {
        if (busy) {
            return;
        }
        List<ResidentBlock> blocks = take();
        if (blocks.isEmpty()) {
            return;
        }
        busy = true;
        blocks.forEach(residents::hold);
        movers.execute(() -> {
            List<ResidentBlock> damaged =
                    blocks.stream().filter(this::isDamaged).toList();
            loop.post(() -> checked(blocks, damaged));
        });
    }

    /// The next ones that are still here.
    private List<ResidentBlock> take() {
        List<ResidentBlock> blocks = new ArrayList<>();
        long bytes = 0;
        for (BlockKey key = waiting.poll(); key != null; key = bytes < STEP_BYTES ? waiting.poll() : null) {
            ResidentBlock block = residents.find(key);
            if (block != null) {
                blocks.add(block);
                bytes += block.bytes;
            }
        }
        return blocks;
    }

    /// Runs on a mover.
    private boolean isDamaged(ResidentBlock block) {
        for (Slot slot : block.stored.slots()) {
            if (pool.checksum(slot.extent()) != slot.checksum()) {
                return true;
            }
        }
        return false;
    }

    private void checked(List<ResidentBlock> blocks, List<ResidentBlock> damaged) {
        counters.suspectsUnfounded.add(blocks.size() - damaged.size());
        for (ResidentBlock block : damaged) {
            if (residents.condemn(block)) {
                counters.suspectsCorrupt.increment();
                events.damaged(block.key);
            }
        }
        room.unhold(blocks);
        loop.after(REST_NANOS, () -> {
            busy = false;
            step();
        });
        if (!damaged.isEmpty()) {
            onLost.run();
        }
    }
}
