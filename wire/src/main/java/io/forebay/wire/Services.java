package io.forebay.wire;

import io.forebay.core.answer.Invariant;
import io.forebay.core.catalogue.MasterProtocol;
import io.forebay.core.catalogue.PromotionProtocol;
import io.forebay.core.catalogue.RouterProtocol;
import io.forebay.core.engine.EngineProtocol;
import io.forebay.core.events.EventProtocol;
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
/// @param promotions for nodes of that master, or null; a call of it is UNIMPLEMENTED then
/// @param router for routers, or null; a call of it is UNIMPLEMENTED then
/// @param events for routers, too, or null; a call of it is UNIMPLEMENTED then
public record Services(
        @Nullable EngineProtocol engine,
        @Nullable PeerProtocol peer,
        @Nullable MasterProtocol master,
        @Nullable PromotionProtocol promotions,
        @Nullable RouterProtocol router,
        @Nullable EventProtocol events) {
    public Services {
        Invariant.check(promotions == null || master != null, "whoever serves promotions serves nodes");
        Invariant.check(events == null || router != null, "whoever serves events serves routers");
    }

    /// Without prefetching.
    public Services(@Nullable EngineProtocol engine, @Nullable PeerProtocol peer, @Nullable MasterProtocol master) {
        this(engine, peer, master, null, null);
    }

    /// Without events.
    public Services(
            @Nullable EngineProtocol engine,
            @Nullable PeerProtocol peer,
            @Nullable MasterProtocol master,
            @Nullable PromotionProtocol promotions,
            @Nullable RouterProtocol router) {
        this(engine, peer, master, promotions, router, null);
    }

    /// What a node serves.
    public static Services node(EngineProtocol engine, PeerProtocol peer) {
        return new Services(engine, peer, null);
    }

    /// What a master without prefetching serves.
    public static Services master(MasterProtocol master) {
        return new Services(null, null, master);
    }

    /// What a master without events serves.
    public static Services master(MasterProtocol master, PromotionProtocol promotions, RouterProtocol router) {
        return new Services(null, null, master, promotions, router);
    }

    /// What a master serves.
    public static Services master(
            MasterProtocol master, PromotionProtocol promotions, RouterProtocol router, EventProtocol events) {
        return new Services(null, null, master, promotions, router, events);
    }
}
