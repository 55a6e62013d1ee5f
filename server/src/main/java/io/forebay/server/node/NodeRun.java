package io.forebay.server.node;

import io.forebay.core.session.NodeId;
import io.forebay.fabric.Fabric;
import io.forebay.memory.InstanceLock;
import io.forebay.memory.Pool;
import io.forebay.node.EventLoop;
import io.forebay.node.LocalDisk;
import io.forebay.node.Node;
import io.forebay.node.NodeCounters;
import io.forebay.node.NodeParts;
import io.forebay.node.NodeSettings;
import io.forebay.server.running.Closing;
import io.forebay.server.running.Ending;
import io.forebay.server.settings.NodeConfig;
import io.forebay.wire.ChannelSettings;
import io.forebay.wire.MasterChannel;
import io.forebay.wire.RouterChannel;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The node itself with its loop, its movers and its channels, from the first step to leaving.
final class NodeRun implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NodeRun.class);
    private static final int LOOP_BOUND = 8_192;
    private static final int MOVER_BOUND = 65_536;

    private final NodeConfig config;
    private final NodeIdentity identity;
    private final Closing closing = new Closing();
    private final Node node;
    private final NodeSignals signals;
    private final StatsReader stats;

    /// Where blocks lie.
    record Stores(Pool pool, LocalDisk disk) {}

    private NodeRun(NodeConfig config, NodeIdentity identity, Stores stores, List<Fabric> fabrics) {
        this.config = config;
        this.identity = identity;
        this.signals = new NodeSignals(config.nodeId(), identity.controlAddress());
        NodeCounters counters = new NodeCounters();
        EventLoop loop = closing.add("loop", new EventLoop("forebay-node", LOOP_BOUND, System::nanoTime, cause -> {
            counters.loopFailed();
            signals.loopFailed(cause);
        }));
        ThreadPoolExecutor movers = movers();
        closing.then("movers", movers::shutdownNow);
        ChannelSettings channels = ChannelSettings.defaults();
        ChannelDialer dialer = closing.add("peer channels", new ChannelDialer(channels, movers));
        MasterChannel master = closing.add("master channel", MasterChannel.connect(config.masterAddress(), channels));
        RouterChannel router = closing.add("trigger channel", RouterChannel.connect(config.masterAddress(), channels));
        SecureRandom random = new SecureRandom();
        NodeParts parts = new NodeParts(
                settings(config, identity),
                loop,
                movers,
                stores.pool(),
                fabrics,
                master,
                dialer,
                InstanceLock::isHeld,
                random::nextLong,
                counters,
                stores.disk(),
                Optional.of(master),
                Optional.of(router));
        loop.start();
        this.node = Node.start(parts, signals);
        this.stats = new StatsReader(node);
        closing.then("session", this::leave);
    }

    /// Starts the node on stores and fabrics that outlive it.
    static NodeRun start(NodeConfig config, NodeIdentity identity, Stores stores, List<Fabric> fabrics) {
        return new NodeRun(config, identity, stores, fabrics);
    }

    Node node() {
        return node;
    }

    StatsReader stats() {
        return stats;
    }

    NodeIdentity identity() {
        return identity;
    }

    CompletableFuture<Ending> ending() {
        return signals.ending();
    }

    /// Checksums and connections: as many as there are processors, each a platform thread since they call into the
    /// system. A full queue is done by whoever brings more, so that nothing is lost.
    private static ThreadPoolExecutor movers() {
        int threads = Math.max(2, Runtime.getRuntime().availableProcessors());
        return new ThreadPoolExecutor(
                threads,
                threads,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOVER_BOUND),
                Thread.ofPlatform().name("forebay-mover-", 1).daemon(true).factory(),
                new ThreadPoolExecutor.CallerRunsPolicy());
    }

    private static NodeSettings settings(NodeConfig config, NodeIdentity identity) {
        NodeSettings standard = NodeSettings.defaults(
                new NodeId(config.nodeId()), identity.boot(), identity.hostId(), identity.controlAddress());
        NodeConfig.Leases leases = config.leases();
        NodeConfig.Calls calls = config.calls();
        return new NodeSettings(
                standard.node(),
                standard.boot(),
                standard.hostId(),
                standard.controlAddress(),
                identity.httpAddress(),
                new NodeSettings.Leases(
                        nanos(leases.engine()), nanos(leases.transfer()), nanos(leases.inFlight()), leases.share()),
                new NodeSettings.Eviction(
                        config.eviction().high(),
                        config.eviction().low(),
                        standard.eviction().roomWaitNanos(),
                        standard.eviction().maxWaiters(),
                        config.eviction().policy()),
                new NodeSettings.Fetching(
                        calls.maxAttempts(),
                        nanos(calls.peerConnect()),
                        nanos(calls.peerQuery()),
                        standard.fetch().readBaseNanos(),
                        standard.fetch().readBytesPerSecond(),
                        calls.maxFetches(),
                        calls.maxFetchBytes(),
                        standard.fetch().maxWaiting()),
                new NodeSettings.Mastering(
                        nanos(calls.master()),
                        nanos(calls.heartbeat()),
                        standard.master().backoffMinNanos(),
                        standard.master().backoffMaxNanos(),
                        standard.master().maxBatchKeys()),
                new NodeSettings.Recording(
                        config.recorder().events(), config.recorder().bytes()),
                new NodeSettings.Ssd(config.ssd().write(), nanos(config.ssd().ioDeadline())),
                prefetching(config.prefetch(), standard.prefetch()));
    }

    private static NodeSettings.Prefetching prefetching(NodeConfig.Prefetch config, NodeSettings.Prefetching standard) {
        return new NodeSettings.Prefetching(config.workers(), standard.waitNanos(), nanos(config.pullInterval()));
    }

    private static long nanos(Duration duration) {
        return duration.toNanos();
    }

    /// Tells the master, waiting for a third of the shutdown time-out at most.
    private void leave() throws InterruptedException {
        CountDownLatch left = new CountDownLatch(1);
        node.leave(left::countDown);
        if (!left.await(config.shutdownTimeout().toMillis() / 3, TimeUnit.MILLISECONDS)) {
            LOG.atWarn().addKeyValue("node", config.nodeId()).log("left without the master's word");
        }
    }

    @Override
    public void close() {
        closing.close();
    }
}
