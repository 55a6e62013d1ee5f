package io.forebay.node;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.peer.PeerProtocol;
import io.forebay.core.peer.TransferGrant;
import io.forebay.core.session.NodeId;
import io.forebay.fabric.Courier;
import io.forebay.fabric.Fabric;
import io.forebay.fabric.InProcessNetwork;
import io.forebay.fabric.LocalRegion;
import io.forebay.fabric.ReadFault;
import io.forebay.memory.Pool;
import io.forebay.memory.PoolSettings;
import io.forebay.memory.backing.BackingTerms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/// Nodes, a master and an in-process fabric on one step clock. Tests call a node, let time pass, and look.
final class TestCluster implements AutoCloseable {
    static final long MILLI = 1_000_000L;
    static final long SECOND = 1_000 * MILLI;

    final StepClock clock = new StepClock();
    final TestMaster master = new TestMaster(clock);
    final ArrayDeque<ReadFault> faults = new ArrayDeque<>();
    UnaryOperator<TransferGrant> grants = UnaryOperator.identity();
    /// Which host a node is on, where it shares it with another one.
    final Map<String, String> hosts = new HashMap<>();

    /// What nodes dial when they dial a peer.
    UnaryOperator<PeerProtocol> peers = UnaryOperator.identity();

    NodeSettings.Fetching fetching = NodeSettings.Fetching.defaults();
    NodeSettings.Eviction eviction = NodeSettings.Eviction.defaults();
    NodeSettings.Recording recording = NodeSettings.Recording.defaults();
    NodeSettings.Ssd ssd = NodeSettings.Ssd.defaults();
    NodeSettings.Prefetching prefetch = NodeSettings.Prefetching.defaults();

    /// Granules of each node's prefetch buffer; 0 for nodes without one, which take no promotion tasks.
    int bufferGranules;

    /// Each node's SSD, where it has one.
    final Map<String, LocalDisk> disks = new HashMap<>();

    final Set<Path> heldLocks = new HashSet<>();
    int silences;
    boolean passesTriggersOn = true;
    final Set<String> undiallable = new HashSet<>();
    final List<BlockKey> damaged = new ArrayList<>();
    final List<RuntimeException> failures = new ArrayList<>();
    private final Map<String, Node> nodes = new HashMap<>();
    private final Map<String, Pool> pools = new HashMap<>();
    private final InProcessNetwork fabrics;
    private final Path directory;

    TestCluster(Path directory) {
        this.directory = directory;
        Courier courier = new Courier() {
            @Override
            public void deliver(Runnable arrival) {
                clock.plan(MILLI, arrival);
            }

            @Override
            public void after(long delayNanos, Runnable alarm) {
                clock.plan(delayNanos, alarm);
            }
        };
        fabrics = new InProcessNetwork(
                courier, (reader, owner, ranges) -> faults.isEmpty() ? new ReadFault.None() : faults.remove());
    }

    /// Starts a node with a pool of so many granules of 4 KiB, and lets it open its session.
    Node start(String name, int granules) throws IOException {
        return start(name, granules, BackingTerms.PLAIN);
    }

    /// The same with that memory behind the pool.
    Node start(String name, int granules, BackingTerms backing) throws IOException {
        PoolSettings settings = new PoolSettings(directory, granules * 4_096L, 4_096, 1, 8 * 4_096L, backing);
        Pool pool = Pool.create(settings.withBuffer(bufferGranules * 4_096L), name, 1, 7);
        Fabric fabric = fabrics.open(name);
        fabric.register(new LocalRegion(Node.POOL_REGION, pool.data(), pool, ""));
        AtomicLong random = new AtomicLong(name.hashCode());
        NodeParts parts = new NodeParts(
                settings(name),
                clock.loop(),
                clock.movers(),
                pool,
                List.of(fabric),
                master,
                dialer(),
                heldLocks::contains,
                random::incrementAndGet,
                new NodeCounters(),
                disks.getOrDefault(name, LocalDisk.NONE),
                bufferGranules > 0 ? Optional.of(master) : Optional.empty(),
                passesTriggersOn ? Optional.of(master) : Optional.empty());
        Node node = Node.start(parts, new Events());
        nodes.put(name, node);
        pools.put(name, pool);
        clock.pass(MILLI);
        return node;
    }

    private NodeSettings settings(String name) {
        NodeSettings standard =
                NodeSettings.defaults(new NodeId(name), 1, hosts.getOrDefault(name, "host of " + name), name);
        return new NodeSettings(
                standard.node(),
                standard.boot(),
                standard.hostId(),
                standard.controlAddress(),
                standard.httpAddress(),
                standard.leases(),
                eviction,
                fetching,
                standard.master(),
                recording,
                ssd,
                prefetch);
    }

    private PeerDialer dialer() {
        return new PeerDialer() {
            @Override
            public PeerProtocol dial(String address) {
                InvalidInput.unless(!undiallable.contains(address), "address", "is '" + address + "'");
                Node node = Objects.requireNonNull(nodes.get(address), address);
                return peers.apply(new ChangedGrants(node, grant -> grants.apply(grant)));
            }

            @Override
            public void hangUp(PeerProtocol connection) {}
        };
    }

    Pool pool(String name) {
        return Objects.requireNonNull(pools.get(name), name);
    }

    /// The node's data plane breaks for everybody; its control plane still answers.
    void crashFabric(String name) {
        fabrics.crash(name);
    }

    /// What a request was answered within `nanos`.
    <T> Answer<T> answer(long nanos, Consumer<Consumer<Answer<T>>> request) {
        List<Answer<T>> answers = new ArrayList<>();
        request.accept(answers::add);
        clock.pass(nanos);
        if (answers.size() != 1) {
            throw new AssertionError("expected one answer within " + nanos + " ns, got " + answers);
        }
        return answers.getFirst();
    }

    /// The reply of a request that must be carried out within a second.
    <T> T ok(Consumer<Consumer<Answer<T>>> request) {
        Answer<T> answer = answer(SECOND, request);
        if (answer instanceof Answer.Ok<T>(T value)) {
            return value;
        }
        throw new AssertionError("expected a reply, got " + answer);
    }

    /// What a node says of itself now.
    long gauge(Node node, String name) {
        return Objects.requireNonNull(stats(node).gauges().get(name), name);
    }

    NodeStats stats(Node node) {
        List<NodeStats> stats = new ArrayList<>();
        node.stats(stats::add);
        clock.pass(1);
        return stats.getFirst();
    }

    static List<BlockHash> hashes(String chain, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> BlockHash.of((chain + "/" + i).getBytes(StandardCharsets.UTF_8)))
                .toList();
    }

    @Override
    public void close() {
        pools.values().forEach(Pool::close);
        if (!failures.isEmpty()) {
            throw new AssertionError("a node failed", failures.getFirst());
        }
    }

    private final class Events implements NodeEvents {
        @Override
        public void sessionOpened(long masterEpoch) {}

        @Override
        public void superseded(long currentBoot, String address) {
            failures.add(new IllegalStateException("superseded by " + currentBoot));
        }

        @Override
        public void masterSilent(long nanos) {
            silences++;
        }

        @Override
        public void masterHeard() {}

        @Override
        public void damaged(BlockKey key) {
            damaged.add(key);
        }

        @Override
        public void failed(RuntimeException cause, boolean fatal) {
            failures.add(cause);
        }
    }
}
