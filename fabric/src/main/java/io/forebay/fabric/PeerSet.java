package io.forebay.fabric;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// The peers of a fabric that may still write to destinations; closed once, with the fabric.
final class PeerSet<P extends FabricPeer> {
    private final Object lock = new Object();
    private final Set<P> peers = new HashSet<>();
    private boolean closed;

    /// False if the fabric is closed; the peer is not added then.
    boolean add(P peer) {
        synchronized (lock) {
            return !closed && peers.add(peer);
        }
    }

    /// The peer has ended and writes nothing any more.
    void remove(P peer) {
        synchronized (lock) {
            peers.remove(peer);
        }
    }

    /// Takes no more peers. What is left at the first call; nothing at later ones.
    List<P> close() {
        synchronized (lock) {
            List<P> rest = closed ? List.of() : List.copyOf(peers);
            closed = true;
            return rest;
        }
    }
}
