package io.forebay.wire;

import io.forebay.core.catalogue.MasterProtocol;
import io.forebay.core.engine.EngineProtocol;
import io.forebay.core.peer.PeerProtocol;
import org.jspecify.annotations.Nullable;

/// What a [WireServer] serves. A caller of a service that is not here hears a failure.
///
/// The implementations are called on gRPC's threads, many at once, and must only enqueue; they answer from a thread
/// of their own, and the server encodes elsewhere.
///
/// @param engine for the engines of this host, or null
/// @param peer for other nodes, or null
/// @param master for nodes, or null
public record Services(
        @Nullable EngineProtocol engine,
        @Nullable PeerProtocol peer,
        @Nullable MasterProtocol master) {
    /// What a node serves.
    public static Services node(EngineProtocol engine, PeerProtocol peer) {
        return new Services(engine, peer, null);
    }

    /// What a master serves.
    public static Services master(MasterProtocol master) {
        return new Services(null, null, master);
    }
}
