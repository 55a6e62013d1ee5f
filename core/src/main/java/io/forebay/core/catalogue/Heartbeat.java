package io.forebay.core.catalogue;

import io.forebay.core.prefetch.Readings;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;

/// A node is alive. Sent on a connection and thread of its own, so that no batch can delay it.
///
/// @param readings of its room
/// @param draining whether it is being taken out of service: others are named before it
public record Heartbeat(NodeId node, SessionId session, Readings readings, boolean draining) implements Command {
    /// Of a node in service.
    public Heartbeat(NodeId node, SessionId session, Readings readings) {
        this(node, session, readings, false);
    }

    /// Of a node that does not say how full it is.
    public Heartbeat(NodeId node, SessionId session) {
        this(node, session, Readings.NONE);
    }
}
