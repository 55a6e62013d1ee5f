package io.forebay.core.catalogue;

/// The reply to [Heartbeat] and [CloseSession].
///
/// @param current false when the session is not the node's current one: open a new session
/// @param masterEpoch the master's incarnation
/// @param hiddenBy number of the silence for which queries don't name this node, until a batch that was sent after it
///     and says so is applied ([LedgerBatch#caughtUp]); 0: it is not hidden
/// @param suspected the reply to the next ledger batch will name blocks to look at, so send one, were it empty
/// @param hearsMet the master wants to know which blocks gets meet on SSD only ([ReportPromotions#met]); said in
///     answer to these reports
public record AliveReply(boolean current, long masterEpoch, long hiddenBy, boolean suspected, boolean hearsMet)
        implements Reply {
    /// To whatever asks of nothing else.
    public AliveReply(boolean current, long masterEpoch, long hiddenBy, boolean suspected) {
        this(current, masterEpoch, hiddenBy, suspected, false);
    }

    /// Of a node of which nobody suspects anything.
    public AliveReply(boolean current, long masterEpoch, long hiddenBy) {
        this(current, masterEpoch, hiddenBy, false);
    }

    /// Of one that is not hidden, either.
    public AliveReply(boolean current, long masterEpoch) {
        this(current, masterEpoch, 0);
    }
}
