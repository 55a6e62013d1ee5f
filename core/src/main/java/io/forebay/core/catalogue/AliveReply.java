package io.forebay.core.catalogue;

/// The reply to [Heartbeat] and [CloseSession].
///
/// @param current false when the session is not the node's current one: open a new session
/// @param masterEpoch the master's incarnation
/// @param hiddenBy number of the silence for which queries don't name this node, until a batch that was sent after it
///     and says so is applied ([LedgerBatch#caughtUp]); 0: it is not hidden
public record AliveReply(boolean current, long masterEpoch, long hiddenBy) implements Reply {
    /// Of a node that is not hidden.
    public AliveReply(boolean current, long masterEpoch) {
        this(current, masterEpoch, 0);
    }
}
