package io.forebay.bench.query;

import io.forebay.bench.process.Directories;
import io.forebay.bench.process.ExitStack;
import io.forebay.core.block.BlockKey;
import io.forebay.core.peer.PeerProtocol;
import io.forebay.core.session.NodeId;
import io.forebay.memory.InstanceLock;
import io.forebay.memory.Pool;
import io.forebay.memory.PoolSettings;
import io.forebay.node.EventLoop;
import io.forebay.node.Node;
import io.forebay.node.NodeCounters;
import io.forebay.node.NodeEvents;
import io.forebay.node.NodeParts;
import io.forebay.node.NodeSettings;
import io.forebay.node.PeerDialer;
import io.forebay.wire.Services;
import io.forebay.wire.WireServer;
import io.forebay.wire.WireServerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// A real node in this process, without peers or master, behind a real control port.
///
/// @param node inside which queries are measured
/// @param pool its memory
/// @param address `host:port` for engines
record LoneNode(Node node, Pool pool, String address) {
    private static final String HOST = "127.0.0.1";
    private static final int QUEUE = 1_024;

    /// Starts one whose pool lies under `parent`; it ends with `exit`.
    static LoneNode start(Path parent, long poolBytes, int granuleBytes, ExitStack exit) throws IOException {
        SecureRandom random = new SecureRandom();
        Path directory = Directories.temporary(parent, "forebay-bench-", exit);
        Pool pool = Pool.create(
                new PoolSettings(directory, poolBytes, granuleBytes, 2, poolBytes), "lone", 1, random.nextLong());
        exit.defer(pool::close);
        EventLoop loop = new EventLoop("forebay-node", QUEUE, System::nanoTime, LoneNode::report);
        ExecutorService movers = Executors.newFixedThreadPool(2);
        exit.defer(movers::shutdownNow);
        exit.defer(loop::close);
        NodeParts parts = new NodeParts(
                NodeSettings.defaults(new NodeId("lone"), 1, "here", "unreachable:1"),
                loop,
                movers,
                pool,
                List.of(),
                new AwayMaster(),
                new NoPeers(),
                InstanceLock::isHeld,
                random::nextLong,
                new NodeCounters());
        loop.start();
        Node node = Node.start(parts, new Told());
        WireServer server = WireServer.start(WireServerSettings.of(HOST, 0), Services.node(node, node));
        exit.defer(() -> server.close(0));
        return new LoneNode(node, pool, HOST + ":" + server.port());
    }

    private static void report(Throwable failure) {
        System.err.println("forebay: the measured node failed: " + failure);
    }

    /// There is nobody else.
    private static final class NoPeers implements PeerDialer {
        @Override
        public PeerProtocol dial(String address) {
            throw new IllegalStateException("a lone node has no peer at " + address);
        }

        @Override
        public void hangUp(PeerProtocol connection) {}
    }

    private static final class Told implements NodeEvents {
        @Override
        public void sessionOpened(long masterEpoch) {}

        @Override
        public void superseded(long currentBoot, String address) {}

        @Override
        public void masterSilent(long nanos) {}

        @Override
        public void masterHeard() {}

        @Override
        public void damaged(BlockKey key) {}

        @Override
        public void failed(RuntimeException cause, boolean fatal) {
            report(cause);
        }
    }
}
