package io.forebay.node;

import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.peer.PeerProtocol;
import io.forebay.fabric.FabricPeer;

/// A peer that this node can ask and read.
///
/// @param owner whom the master named
/// @param control its control plane
/// @param data its memory
record PeerLink(OwnerRun owner, PeerProtocol control, FabricPeer data) {
    boolean leadsTo(OwnerRun run) {
        return owner.node().equals(run.node())
                && owner.boot() == run.boot()
                && owner.address().equals(run.address());
    }
}
