package io.forebay.core.catalogue;

import org.jspecify.annotations.Nullable;

/// One session, open or ended, and the head of the chain of its replicas. Changed by [Sessions] (who is it, is it
/// open, when was it heard) and by [ReplicaTable] (its chain).
final class Session {
    final SessionId id;
    final NodeId node;
    final long boot;
    /// A small number that no other session in memory has, ended ones included; an index for [PrefixWalk].
    final int index;

    String address;
    boolean open = true;
    long heardNanos;
    /// Number of the last ledger batch that took effect; 0 before the first.
    long lastBatch;

    @Nullable
    Replica firstReplica;

    int replicas;

    Session(Durable.SessionOpened opened, int index) {
        this.id = opened.session();
        this.node = opened.node();
        this.boot = opened.boot();
        this.address = opened.address();
        this.heardNanos = opened.atNanos();
        this.index = index;
    }

    long silentNanos(long nowNanos) {
        return nowNanos - heardNanos;
    }
}
