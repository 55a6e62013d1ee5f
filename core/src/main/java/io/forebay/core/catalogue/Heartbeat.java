package io.forebay.core.catalogue;

import io.forebay.core.prefetch.Readings;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;

/// A node is alive. Sent on a connection and thread of its own, so that no batch can delay it.
///
/// @param readings of its room
public record Heartbeat(NodeId node, SessionId session, Readings readings) implements Command {
    /// Of a node that does not say how full it is.
    public Heartbeat(NodeId node, SessionId session) {
        this(node, session, Readings.NONE);
    }
}
