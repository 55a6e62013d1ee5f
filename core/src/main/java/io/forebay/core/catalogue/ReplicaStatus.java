package io.forebay.core.catalogue;

/// One replica as the catalogue knows it, for people and pages.
///
/// @param visible whether queries may name its node for it
/// @param leaseNanos what is left of its router lease; 0 for none
public record ReplicaStatus(NodeId node, SessionId session, boolean visible, long leaseNanos) {}
