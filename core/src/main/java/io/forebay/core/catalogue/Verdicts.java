package io.forebay.core.catalogue;

import io.forebay.core.block.BlockKey;
import io.forebay.core.tier.Tier;
import java.util.ArrayList;
import java.util.List;

/// What the master says to a batch's retirements. What is gone is gone. A proposal is refused while the replica is
/// leased, while a promotion task pins the SSD record, and while the session's inventory of the tier is not complete:
/// until then the master has not heard of the leases that the node knows.
///
/// Reads only. Confined to one batch.
final class Verdicts {
    /// How long a node waits before it proposes again what was refused for its inventory.
    static final long INVENTORY_PAUSE_NANOS = 100_000_000L;

    final List<BlockKey> forgotten = new ArrayList<>();
    final List<RouterLease> refused = new ArrayList<>();

    Verdicts(Session session, LedgerBatch batch, ReplicaTable table, PrefetchDesk prefetch, long nowNanos) {
        forgotten.addAll(batch.gone());
        for (BlockKey key : batch.retire()) {
            long left = table.leases().leftNanos(table.replica(session, key), nowNanos);
            if (batch.tier() == Tier.LOCAL_DISK) {
                left = Math.max(left, prefetch.pinnedNanos(session, key, nowNanos));
            }
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
