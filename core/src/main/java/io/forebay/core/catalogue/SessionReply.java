package io.forebay.core.catalogue;

import io.forebay.core.session.SessionId;

/// The reply to [OpenSession].
public sealed interface SessionReply extends Reply {
    /// The node has a session.
    ///
    /// @param session the number to put on everything from now on
    /// @param masterEpoch the master's incarnation; another one than before means that it knows nothing yet
    /// @param lastBatch number of the last ledger batch that was applied in this session; 0 for a new session
    record Opened(SessionId session, long masterEpoch, long lastBatch) implements SessionReply {}

    /// A higher boot of the same node has a session: this incarnation must stop and not come back.
    ///
    /// @param currentBoot the boot that holds the session
    /// @param address `host:port` of who holds it: another machine's shows that two have one name
    record Superseded(long currentBoot, String address) implements SessionReply {}
}
