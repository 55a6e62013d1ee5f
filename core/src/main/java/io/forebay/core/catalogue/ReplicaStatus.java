package io.forebay.core.catalogue;

import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;

/// One replica as the catalogue knows it, for people and pages.
///
/// @param tier where it is on the node
/// @param visible whether queries may name its node for it
/// @param leaseNanos what is left of its router lease; 0 for none
public record ReplicaStatus(NodeId node, SessionId session, Tier tier, boolean visible, long leaseNanos) {}
