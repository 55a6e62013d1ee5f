package io.forebay.core.catalogue;

import io.forebay.core.block.BlockKey;
import io.forebay.core.prefetch.Readings;
import io.forebay.core.tier.Tier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The router leases that one trigger takes on what is in memory already. A node's leases never take more than half of
/// its main pool and its buffer, so that no number of routers can keep a pool from evicting; by the number of leases
/// and the size of the block at hand. Beyond that a block is named, and not leased.
///
/// Reads only. Confined to one trigger.
final class TriggerLeases {
    private static final Comparator<Session> OLDEST = Comparator.comparingLong(session -> session.id.number());

    private final Stock stock;
    private final long nanos;
    private final long nowNanos;
    private final Map<Session, Map<BlockKey, RouterLease>> taken = new LinkedHashMap<>();
    /// Of those, how many replicas had none before.
    private final Map<Session, Integer> added = new HashMap<>();

    TriggerLeases(Stock stock, long nanos, long nowNanos) {
        this.stock = stock;
        this.nanos = nanos;
        this.nowNanos = nowNanos;
    }

    /// Whose replica is answered for a block that is in memory.
    Session owner(BlockKey key) {
        return stock.memory().sessions(key, session -> stock.isVisible(session, nowNanos)).stream()
                .min(OLDEST)
                .orElseThrow();
    }

    /// Whether the replica is leased now.
    boolean take(Session owner, BlockKey key) {
        Map<BlockKey, RouterLease> ofOwner = taken.computeIfAbsent(owner, each -> new LinkedHashMap<>());
        RouterLeases leases = stock.memory().leases();
        boolean had =
                ofOwner.containsKey(key) || leases.leftNanos(stock.memory().replica(owner, key), nowNanos) > 0;
        if (!had) {
            int before = added.getOrDefault(owner, 0);
            if (!hasRoom(owner, key, leases.of(owner.id) + before + 1L)) {
                return false;
            }
            added.put(owner, before + 1);
        }
        ofOwner.put(key, new RouterLease(key, nanos));
        return true;
    }

    private static boolean hasRoom(Session owner, BlockKey key, long leases) {
        Readings readings = owner.readings;
        long bytes = readings.blockBytes(key.namespace());
        return bytes > 0 && leases <= (readings.mainBytes() / 2 + readings.bufferBytes()) / bytes;
    }

    List<Event> events() {
        List<Event> events = new ArrayList<>();
        taken.forEach((owner, leases) -> {
            if (!leases.isEmpty()) {
                events.add(new Soft.LeasesTaken(owner.id, Tier.MEMORY, List.copyOf(leases.values()), nowNanos));
            }
        });
        return events;
    }
}
