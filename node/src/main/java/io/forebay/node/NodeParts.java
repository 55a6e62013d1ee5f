package io.forebay.node;

import io.forebay.core.catalogue.MasterProtocol;
import io.forebay.core.catalogue.PromotionProtocol;
import io.forebay.core.catalogue.RouterProtocol;
import io.forebay.fabric.Fabric;
import io.forebay.memory.Pool;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/// What a node is made of, given by whoever runs it: the server, an embedder, or the simulator.
///
/// @param settings the values its decisions depend on
/// @param loop its thread
/// @param movers for work that takes long or blocks: checksums, connections
/// @param pool its memory; closed by whoever made it, after [Node#leave]
/// @param fabrics its data planes in order of preference, with the pool registered as [Node#POOL_REGION]
/// @param master the way to the master
/// @param dialer the way to peers
/// @param lockHeld true while a process holds the instance lock file at this path; asked on a mover
/// @param random 64 random bits a call; lease ids come from here, so it must be hard to guess in production
/// @param counters what it counts, from zero
/// @param disk its SSD
/// @param promotions the way to the master's promotion tasks; empty for a node that takes none
/// @param router the way by which engines' triggers reach the master; empty: they are answered as switched off
public record NodeParts(
        NodeSettings settings,
        Loop loop,
        Executor movers,
        Pool pool,
        List<Fabric> fabrics,
        MasterProtocol master,
        PeerDialer dialer,
        Predicate<Path> lockHeld,
        LongSupplier random,
        NodeCounters counters,
        LocalDisk disk,
        Optional<PromotionProtocol> promotions,
        Optional<RouterProtocol> router) {
    public NodeParts {
        fabrics = List.copyOf(fabrics);
    }

    /// A node that passes no triggers on.
    public NodeParts(
            NodeSettings settings,
            Loop loop,
            Executor movers,
            Pool pool,
            List<Fabric> fabrics,
            MasterProtocol master,
            PeerDialer dialer,
            Predicate<Path> lockHeld,
            LongSupplier random,
            NodeCounters counters,
            LocalDisk disk,
            Optional<PromotionProtocol> promotions) {
        this(
                settings,
                loop,
                movers,
                pool,
                fabrics,
                master,
                dialer,
                lockHeld,
                random,
                counters,
                disk,
                promotions,
                Optional.empty());
    }

    /// A node that takes no promotion tasks.
    public NodeParts(
            NodeSettings settings,
            Loop loop,
            Executor movers,
            Pool pool,
            List<Fabric> fabrics,
            MasterProtocol master,
            PeerDialer dialer,
            Predicate<Path> lockHeld,
            LongSupplier random,
            NodeCounters counters,
            LocalDisk disk) {
        this(settings, loop, movers, pool, fabrics, master, dialer, lockHeld, random, counters, disk, Optional.empty());
    }

    /// Whether it can be a source of promotions: it has where they come from, and who says which.
    boolean canPrefetch() {
        return promotions.isPresent() && disk.isThere();
    }

    /// A node without an SSD.
    public NodeParts(
            NodeSettings settings,
            Loop loop,
            Executor movers,
            Pool pool,
            List<Fabric> fabrics,
            MasterProtocol master,
            PeerDialer dialer,
            Predicate<Path> lockHeld,
            LongSupplier random,
            NodeCounters counters) {
        this(settings, loop, movers, pool, fabrics, master, dialer, lockHeld, random, counters, LocalDisk.NONE);
    }
}
