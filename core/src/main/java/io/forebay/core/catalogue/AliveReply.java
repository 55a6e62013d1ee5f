package io.forebay.core.catalogue;

/// The reply to [Heartbeat] and [CloseSession].
///
/// @param current false when the session is not the node's current one: open a new session
/// @param masterEpoch the master's incarnation
public record AliveReply(boolean current, long masterEpoch) implements Reply {}
