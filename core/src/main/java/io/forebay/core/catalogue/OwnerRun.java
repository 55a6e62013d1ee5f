package io.forebay.core.catalogue;

import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;

/// An owner can serve a run of the asked chain.
///
/// @param node the owner
/// @param boot its incarnation
/// @param session its session, so that the reader can tell an old owner from its successor
/// @param address `host:port` of its control plane
/// @param from index of the run's first hash in the query
/// @param length hashes in the run, at least 1
/// @param lastBatch number of the last ledger batch of this session about the tier that the catalogue has applied; 0
///     before the first
/// @param tier where the owner has all of it
public record OwnerRun(
        NodeId node, long boot, SessionId session, String address, int from, int length, long lastBatch, Tier tier) {
    /// A run in memory.
    public OwnerRun(NodeId node, long boot, SessionId session, String address, int from, int length, long lastBatch) {
        this(node, boot, session, address, from, length, lastBatch, Tier.MEMORY);
    }

    /// A run in memory of an owner whose ledger does not matter.
    public OwnerRun(NodeId node, long boot, SessionId session, String address, int from, int length) {
        this(node, boot, session, address, from, length, 0);
    }

    /// Index behind the run's last hash.
    public int end() {
        return from + length;
    }

    /// Whether the hash with this index is in the run.
    public boolean has(int index) {
        return from <= index && index < end();
    }

    /// Whether the catalogue had applied this batch of the owner when it named the run.
    public boolean hasApplied(LedgerMark mark) {
        return session.equals(mark.session()) && lastBatch >= mark.batch();
    }

    /// The same run in a query that began `by` hashes earlier.
    public OwnerRun shifted(int by) {
        return new OwnerRun(node, boot, session, address, from + by, length, lastBatch, tier);
    }
}
