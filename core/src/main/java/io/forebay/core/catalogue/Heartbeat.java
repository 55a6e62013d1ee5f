package io.forebay.core.catalogue;

/// A node is alive. Sent on a connection and thread of its own, so that no batch can delay it.
public record Heartbeat(NodeId node, SessionId session) implements Command {}
