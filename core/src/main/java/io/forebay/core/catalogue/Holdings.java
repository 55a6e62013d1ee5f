package io.forebay.core.catalogue;

import org.jspecify.annotations.Nullable;

/// What a session has in one tier: the head of the chain of its replicas there, and how far the ledger has come that
/// tells of them. Changed by [Sessions] (how far) and by [ReplicaTable] (the chain).
final class Holdings {
    /// The reply to the last ledger batch that took effect, of number 0 before the first.
    LedgerReply.Applied lastReply = new LedgerReply.Applied(0);
    /// Whether all is registered that was there when the session was opened.
    boolean inventoryEnded;

    @Nullable
    Replica firstReplica;

    int replicas;

    long lastBatch() {
        return lastReply.number();
    }
}
