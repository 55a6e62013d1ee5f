package io.forebay.sim;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.CatalogueSettings;
import io.forebay.core.catalogue.MasterProtocol;
import io.forebay.core.catalogue.NodeStatus;
import io.forebay.core.catalogue.ReportStale;
import io.forebay.core.catalogue.StaleReason;
import io.forebay.core.eviction.EvictionKind;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.layout.Layout;
import io.forebay.core.prefetch.PrefetchStatus;
import io.forebay.core.session.NodeId;
import io.forebay.fabric.Courier;
import io.forebay.fabric.InProcessNetwork;
import io.forebay.memory.PoolSettings;
import io.forebay.node.NodeSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/// A cluster in one thread from one seed: a master, three nodes with real pools, an engine on each, and faults. After
/// every event the [Invariants] run; at the end the network heals, and the catalogue must equal what the nodes have.
///
/// Reproduce a failure with its seed: `new World(seed, directory).run()`.
public final class World implements AutoCloseable {
    private static final long SECOND = 1_000_000_000L;
    private static final long BUSY_NANOS = 40 * SECOND;
    private static final long QUIET_NANOS = 60 * SECOND;
    private static final int NODES = 3;
    private static final int POOL_BLOCKS = 24;
    private static final Layout LAYOUT = new KvLayout(2, 1, 1_000, 256);

    private final long seed;
    private final EvictionKind eviction;
    private final Tiers tiers;
    private final Path directory;
    private final Schedule schedule = new Schedule();
    private final SimNetwork network;
    private final InProcessNetwork fabrics;
    private final SimMaster master;
    private final List<SimNode> nodes = new ArrayList<>();
    private final List<SimEngine> engines = new ArrayList<>();
    private final Optional<SimRouter> router;
    private final Conversations conversations = new Conversations(6);
    private final Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
    private final Map<String, Long> counts = new TreeMap<>();
    private final Invariants invariants;
    private boolean draining;

    /// Of nodes that evict as they do by default.
    ///
    /// @param directory where the pools' files go; they are gone after [#close]
    public World(long seed, Path directory) {
        this(seed, directory, NodeSettings.Eviction.defaults().policy());
    }

    /// Of nodes without SSDs.
    ///
    /// @param eviction by which all nodes evict
    public World(long seed, Path directory, EvictionKind eviction) {
        this(seed, directory, eviction, Tiers.MEMORY);
    }

    /// @param directory where the pools' files go, and those of SSDs, which stay after [#close]
    public World(long seed, Path directory, EvictionKind eviction, Tiers tiers) {
        this.seed = seed;
        this.eviction = eviction;
        this.tiers = tiers;
        this.directory = directory;
        this.network = new SimNetwork(schedule, chance("network"));
        this.fabrics = new InProcessNetwork(courier(), new SimReadFaults(chance("fabric"), network));
        this.master =
                new SimMaster(schedule, network, new CatalogueSettings(3 * SECOND, 10 * SECOND, SECOND, 16), tiers);
        PoolSettings pool = new PoolSettings(directory, POOL_BLOCKS * 2 * 4_096L, 4_096, 1, 8 * 4_096L)
                .withBuffer(2L * 4_096 * tiers.bufferBlocks);
        for (int i = 0; i < NODES; i++) {
            nodes.add(new SimNode(this, "node-" + i, pool));
        }
        this.invariants = new Invariants(this, nodes, LAYOUT);
        for (SimNode node : nodes) {
            engines.add(new SimEngine(this, node, LAYOUT, chance(node.name() + " engine")));
        }
        engines.forEach(SimEngine::start);
        this.router = tiers == Tiers.SSD_PREFETCH
                ? Optional.of(new SimRouter(this, namespace(), master.routedFrom("router"), chance("router")))
                : Optional.empty();
        router.ifPresent(SimRouter::start);
        new Faults(this, nodes, master, network, chance("faults")).start();
    }

    private Courier courier() {
        Chance chance = chance("courier");
        return new Courier() {
            @Override
            public void deliver(Runnable arrival) {
                schedule.after(chance.delayNanos(5_000, 20_000_000), "fabric", arrival);
            }

            @Override
            public void after(long delayNanos, Runnable alarm) {
                schedule.after(delayNanos, "fabric alarm", alarm);
            }
        };
    }

    /// Runs the whole history.
    ///
    /// @return it, a line an event
    /// @throws Violation when something does not hold, with the seed and the last 50 events
    public String run() {
        try {
            runUntil(BUSY_NANOS);
            draining = true;
            network.heal();
            nodes.forEach(SimNode::restart);
            runUntil(BUSY_NANOS + QUIET_NANOS / 2);
            engines.forEach(SimEngine::end);
            suspectEverything();
            runUntil(BUSY_NANOS + QUIET_NANOS);
            invariants.checkQuiet();
            runUntil(BUSY_NANOS + QUIET_NANOS + SECOND);
        } catch (RuntimeException e) {
            throw new Violation(report("" + e), e);
        }
        return schedule.history();
    }

    /// Somebody says of every replica that it is corrupt. What has rotted must go, and nothing else.
    private void suspectEverything() {
        Namespace namespace = namespace();
        MasterProtocol reached = master.reachedFrom("auditor");
        for (NodeStatus status : master.catalogue().nodes(schedule.nowNanos())) {
            ReportStale report =
                    new ReportStale(status.node(), status.session(), namespace, allBlocks(), StaleReason.CORRUPT);
            reached.reportStale(report, SECOND, answer -> {});
        }
    }

    private static Namespace namespace() {
        return new Namespace("model", "", LAYOUT.fingerprint());
    }

    private void runUntil(long nanos) {
        while (schedule.step(nanos) != null) {
            invariants.checkEvent();
        }
    }

    /// How the blocks that engines asked for ended.
    public Map<Outcome, Long> outcomes() {
        return outcomes;
    }

    /// What the nodes that were up at the end had counted by then, together.
    public Map<String, Long> counts() {
        return counts;
    }

    /// What routers' triggers heard, by status.
    public Map<PrefetchStatus, Long> triggered() {
        return router.map(SimRouter::heard).orElse(Map.of());
    }

    void counted(Map<String, Long> some) {
        some.forEach((name, count) -> counts.merge(name, count, Long::sum));
    }

    void counted(List<Outcome> some) {
        some.forEach(outcome -> outcomes.merge(outcome, 1L, Long::sum));
    }

    void violatedUnless(boolean holds, Supplier<String> what) {
        if (!holds) {
            throw new Violation(report(what.get()));
        }
    }

    void failed(RuntimeException cause) {
        throw new Violation(report("a node failed: " + cause), cause);
    }

    private String report(String what) {
        return "seed " + seed + ": " + what + "\nlast events:\n" + schedule.lastEvents();
    }

    NodeSettings nodeSettings(NodeId id, int boot) {
        return new NodeSettings(
                id,
                boot,
                "host",
                id.name(),
                "",
                new NodeSettings.Leases(5 * SECOND, 3 * SECOND, 2 * SECOND, 0.75),
                eviction(),
                NodeSettings.Fetching.defaults(),
                new NodeSettings.Mastering(SECOND, SECOND / 2, SECOND / 10, 2 * SECOND, 8),
                new NodeSettings.Recording(256, 64 << 10),
                NodeSettings.Ssd.defaults(),
                new NodeSettings.Prefetching(2, 2 * SECOND, SECOND / 10));
    }

    private NodeSettings.Eviction eviction() {
        NodeSettings.Eviction standard = NodeSettings.Eviction.defaults();
        return new NodeSettings.Eviction(
                standard.high(), standard.low(), standard.roomWaitNanos(), standard.maxWaiters(), eviction);
    }

    Chance chance(String actor) {
        return new Chance(seed, actor);
    }

    SimNode node(String name) {
        return nodes.stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no node " + name));
    }

    Tiers tiers() {
        return tiers;
    }

    /// Where the files of a node's SSD lie.
    Path ssd(String node) {
        try {
            return Files.createDirectories(directory.resolve("ssd-" + node));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Schedule schedule() {
        return schedule;
    }

    SimNetwork network() {
        return network;
    }

    InProcessNetwork fabrics() {
        return fabrics;
    }

    SimMaster master() {
        return master;
    }

    Conversations conversations() {
        return conversations;
    }

    List<BlockHash> allBlocks() {
        return conversations.all();
    }

    /// True once no new request begins.
    boolean isDraining() {
        return draining;
    }

    /// Ends every node and removes its pool's file.
    @Override
    public void close() {
        nodes.forEach(SimNode::crash);
    }
}
