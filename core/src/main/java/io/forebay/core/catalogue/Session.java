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
    final String httpAddress;
    boolean open = true;
    long heardNanos;
    /// The reply to the last ledger batch that took effect, of number 0 before the first.
    LedgerReply.Applied lastReply = new LedgerReply.Applied(0);
    /// Whether all is registered that was resident when the session was opened.
    boolean inventoryEnded;
    /// Silences after which the node was heard again.
    long silences;
    /// Its replicas that the node has yet to be asked about.
    final Suspects suspects = new Suspects();
    /// Whether the node has yet to catch up after the last of them.
    boolean hidden;

    @Nullable
    Replica firstReplica;

    int replicas;

    Session(Durable.SessionOpened opened, int index) {
        this.id = opened.session();
        this.node = opened.node();
        this.boot = opened.boot();
        this.address = opened.address();
        this.httpAddress = opened.httpAddress();
        this.heardNanos = opened.atNanos();
        this.index = index;
    }

    long lastBatch() {
        return lastReply.number();
    }

    long silentNanos(long nowNanos) {
        return nowNanos - heardNanos;
    }
}
