package io.forebay.core.catalogue;

import io.forebay.core.block.BlockKey;
import io.forebay.core.tier.Tier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The router leases that one trigger takes on what is in memory already, anew or for longer. They never take more than
/// half of a node's main pool, by their number and the size of the block at hand, nor more than
/// [Readings#bufferLeasableBytes] of its buffer, so that no number of routers, however often they ask, can keep either
/// from evicting. Beyond that a block is named, and its lease stays as it is: the one that it landed with, or none.
///
/// Reads only. Confined to one trigger.
final class TriggerLeases {
    private static final Comparator<Session> OLDEST = Comparator.comparingLong(session -> session.id.number());

    private final Stock stock;
    private final long needInNanos;
    private final long nanos;
    private final long nowNanos;
    private final Map<Session, Map<BlockKey, RouterLease>> taken = new LinkedHashMap<>();
    /// Of those in main pools, how many replicas had none before.
    private final Map<Session, Integer> added = new HashMap<>();
    /// Of those in buffers, bytes of what was not prolonged before.
    private final Map<Session, Long> addedBytes = new HashMap<>();

    /// @param leaseNanos beyond the moment that the blocks are needed in
    TriggerLeases(Stock stock, long needInNanos, long leaseNanos, long nowNanos) {
        this.stock = stock;
        this.needInNanos = needInNanos;
        this.nanos = needInNanos + leaseNanos;
        this.nowNanos = nowNanos;
    }

    /// Whose replica is answered for a block that is in memory.
    Session owner(BlockKey key) {
        return stock.memory().sessions(key, session -> stock.isVisible(session, nowNanos)).stream()
                .min(OLDEST)
                .orElseThrow();
    }

    /// Whether the replica is leased until it is needed.
    boolean take(Session owner, BlockKey key) {
        Map<BlockKey, RouterLease> ofOwner = taken.computeIfAbsent(owner, each -> new LinkedHashMap<>());
        if (ofOwner.containsKey(key)) {
            return true;
        }
        RouterLeases leases = stock.memory().leases();
        Replica replica = stock.memory().replica(owner, key);
        long left = leases.leftNanos(replica, nowNanos);
        boolean inBuffer = replica != null && leases.buffers().has(replica);
        boolean fits = inBuffer
                ? fitsBuffer(owner, leases.buffers(), leases.buffers().addedBytes(replica, nowNanos + nanos, nowNanos))
                : fitsMain(owner, key, left > 0);
        if (fits) {
            ofOwner.put(key, new RouterLease(key, nanos));
        }
        return fits || (left > 0 && left >= needInNanos);
    }

    private boolean fitsBuffer(Session owner, BufferLeases buffers, long more) {
        long before = addedBytes.getOrDefault(owner, 0L);
        long all = buffers.prolongedBytes(owner.id, nowNanos) + before + more;
        boolean fits = all <= owner.readings.bufferLeasableBytes();
        if (fits) {
            addedBytes.put(owner, before + more);
        }
        return fits;
    }

    private boolean fitsMain(Session owner, BlockKey key, boolean had) {
        long bytes = owner.readings.blockBytes(key.namespace());
        int before = added.getOrDefault(owner, 0);
        int more = had ? 0 : 1;
        long all = (long) stock.memory().leases().of(owner.id) + before + more;
        boolean fits = bytes > 0 && all <= owner.readings.mainBytes() / 2 / bytes;
        if (fits) {
            added.put(owner, before + more);
        }
        return fits;
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
