package io.forebay.core.peer;

import io.forebay.core.session.NodeId;
import java.util.List;

/// The reply to [Hello].
///
/// @param node who answers
/// @param boot its incarnation; descriptors are good for this boot only
/// @param version the protocol version that both speak from now on
/// @param hostId equal on two nodes exactly when they share memory files: the host's boot id and its pool directory
/// @param endpoints one for each data plane that the node serves
public record HelloReply(NodeId node, long boot, int version, String hostId, List<FabricEndpoint> endpoints) {
    public HelloReply {
        endpoints = List.copyOf(endpoints);
    }
}
