package io.forebay.core.catalogue;

import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.tier.Tier;

/// The tables of a [Catalogue] with what says which sessions count: to be read by whoever decides a part of its
/// commands.
record Stock(Sessions sessions, ReplicaTable memory, ReplicaTable disk, long nodeStaleNanos) {
    ReplicaTable table(Tier tier) {
        return switch (tier) {
            case MEMORY -> memory;
            case LOCAL_DISK -> disk;
        };
    }

    boolean isSilent(Session session, long nowNanos) {
        return session.silentNanos(nowNanos) >= nodeStaleNanos;
    }

    /// Whether queries may name the session's node now.
    boolean isVisible(Session session, long nowNanos) {
        return session.open && !session.hidden && !isSilent(session, nowNanos);
    }

    /// Whether others may count on the session's replicas: it is visible, and not being taken out of service.
    boolean isStaying(Session session, long nowNanos) {
        return !session.draining && isVisible(session, nowNanos);
    }

    /// Of a block in the namespace; 0 where no node has said. O(open sessions).
    long blockBytes(Namespace namespace) {
        return sessions.open().stream()
                .mapToLong(session -> session.readings.blockBytes(namespace))
                .max()
                .orElse(0);
    }

    ReplicaStatus status(Tier tier, Session session, BlockKey key, long nowNanos) {
        ReplicaTable table = table(tier);
        return new ReplicaStatus(
                session.node,
                session.id,
                tier,
                isVisible(session, nowNanos),
                table.leases().leftNanos(table.replica(session, key), nowNanos));
    }
}
