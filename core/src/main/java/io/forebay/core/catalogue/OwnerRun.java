package io.forebay.core.catalogue;

/// An owner can serve a run of the asked chain from its memory.
///
/// @param node the owner
/// @param boot its incarnation
/// @param session its session, so that the reader can tell an old owner from its successor
/// @param address `host:port` of its control plane
/// @param from index of the run's first hash in the query
/// @param length hashes in the run, at least 1
/// @param lastBatch number of the last ledger batch of this session that the catalogue has applied; 0 before the
///     first
public record OwnerRun(
        NodeId node, long boot, SessionId session, String address, int from, int length, long lastBatch) {
    /// A run of an owner whose ledger does not matter.
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
        return new OwnerRun(node, boot, session, address, from + by, length, lastBatch);
    }
}
