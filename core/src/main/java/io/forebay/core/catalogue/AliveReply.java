package io.forebay.core.catalogue;

/// The reply to [Heartbeat], [CloseSession] and [ReportPromotions].
///
/// @param current false when the session is not the node's current one: open a new session
/// @param masterEpoch the master's incarnation
/// @param hiddenBy number of the silence for which queries don't name this node, until a batch that was sent after it
///     and says so is applied ([LedgerBatch#caughtUp]); 0: it is not hidden
/// @param suspected the reply to the next ledger batch will name blocks to look at, so send one, were it empty
/// @param promotes what the master wants of a node that could promote; said in answer to heartbeats
public record AliveReply(boolean current, long masterEpoch, long hiddenBy, boolean suspected, Promotes promotes)
        implements Reply {
    /// What a master wants of nodes that could promote.
    ///
    /// @param tasks there may be tasks: ask for them
    /// @param met it counts the blocks that gets meet on SSD only: tell it ([ReportPromotions#met])
    public record Promotes(boolean tasks, boolean met) {
        public static final Promotes NOTHING = new Promotes(false, false);

        /// Of a master that says nothing of it: it may have tasks all the same, or know no such thing and say so when
        /// asked.
        public static final Promotes UNSAID = new Promotes(true, false);
    }

    /// Of a master that promotes nothing.
    public AliveReply(boolean current, long masterEpoch, long hiddenBy, boolean suspected) {
        this(current, masterEpoch, hiddenBy, suspected, Promotes.NOTHING);
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
