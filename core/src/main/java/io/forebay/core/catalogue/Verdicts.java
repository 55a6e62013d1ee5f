package io.forebay.core.catalogue;

import io.forebay.core.block.BlockKey;
import java.util.ArrayList;
import java.util.List;

/// What the master says to a batch's retirements. What is gone is gone. A proposal is refused while the replica is
/// leased, and while the session's inventory of the tier is not complete, since until then the master has not heard of
/// the leases
/// that the node knows.
///
/// Reads only. Confined to one batch.
final class Verdicts {
    /// How long a node waits before it proposes again what was refused for its inventory.
    static final long INVENTORY_PAUSE_NANOS = 100_000_000L;

    final List<BlockKey> forgotten = new ArrayList<>();
    final List<RouterLease> refused = new ArrayList<>();

    Verdicts(Session session, LedgerBatch batch, ReplicaTable table, long nowNanos) {
        forgotten.addAll(batch.gone());
        for (BlockKey key : batch.retire()) {
            long left = table.leases().leftNanos(table.replica(session, key), nowNanos);
            if (!session.in(batch.tier()).inventoryEnded) {
                left = Math.max(left, INVENTORY_PAUSE_NANOS);
            }
            if (left > 0) {
                refused.add(new RouterLease(key, left));
            } else {
                forgotten.add(key);
            }
        }
    }
}
