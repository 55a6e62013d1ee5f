package io.forebay.core.catalogue;

import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;

/// A node is alive. Sent on a connection and thread of its own, so that no batch can delay it.
public record Heartbeat(NodeId node, SessionId session) implements Command {}
