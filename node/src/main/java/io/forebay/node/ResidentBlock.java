package io.forebay.node;

import io.forebay.core.block.BlockKey;
import io.forebay.core.eviction.Evictable;
import io.forebay.core.extent.StoredBlock;
import io.forebay.core.fetch.Outcome;

/// A block that is wholly in this node's pool. Its state belongs to [Residents].
///
/// ```
/// RESIDENT ──evictor──▶ RETIRING ──master's grant, nothing holds it──▶ FREED
///     ▲                 │   │
///     └──hit, save, refusal┘└──master's grant, a peer still reads──▶ LEFT ──last hold ends──▶ FREED
/// RESIDENT, RETIRING ──at the hard limit without the master, nothing holds it──▶ FREED
/// RESIDENT, RETIRING ──found damaged, dropped on request──▶ LEFT, or FREED when nothing holds it
/// LEFT, only passing ──promoted while somebody holds it──▶ RESIDENT
/// ```
final class ResidentBlock extends Evictable {
    /// Where the block is in its life.
    enum State {
        /// In the index and in the eviction policy.
        RESIDENT,
        /// In the index and still served, but the master has been asked to forget it.
        RETIRING,
        /// Out of the index; the memory waits for its last reader.
        LEFT,
        /// The extents are free.
        FREED
    }

    final BlockKey key;
    final NamespaceBlocks home;
    final StoredBlock stored;
    final long bytes;
    State state = State.RESIDENT;

    /// Whether its bytes were found not to be those that were sealed; then it is [State#LEFT] or [State#FREED].
    boolean damaged;

    /// Whether somebody asked to drop it; then, too.
    boolean dropped;

    /// Whether it was read from SSD for who holds it, and not admitted: [State#LEFT] from its beginning.
    boolean passing;

    /// Whether it lies in the prefetch buffer, which has an eviction of its own.
    boolean buffered;

    /// Whether it was promoted and nobody has used it yet.
    boolean unused;

    /// Engine leases, transfer locks and queries under way that need the bytes to stay.
    int holds;

    /// What a query that finds it in memory calls it.
    Outcome outcome() {
        return buffered ? Outcome.BUFFER : Outcome.MEMORY;
    }

    ResidentBlock(NamespaceBlocks home, BlockKey key, StoredBlock stored) {
        super(home.mark(key.hash()));
        this.home = home;
        this.key = key;
        this.stored = stored;
        long sum = 0;
        for (var slot : stored.slots()) {
            sum += slot.extent().lengthBytes();
        }
        this.bytes = sum;
    }
}
