package io.forebay.core.events;

import io.forebay.core.block.BlockKey;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;

/// One replica by its name: which block, in which tier, of which node's session. There is one of each
/// at most.
public record ReplicaPlace(NodeId node, SessionId session, Tier tier, BlockKey key) {}
