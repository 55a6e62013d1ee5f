package io.forebay.node;

import io.forebay.core.peer.PeerProtocol;

/// Opens control connections to peers.
public interface PeerDialer {
    /// A connection to the node at `address` (`host:port`). Returns at once; a dead address shows at the first
    /// request.
    PeerProtocol dial(String address);

    /// The connection is not needed any more.
    void hangUp(PeerProtocol connection);
}
