package io.forebay.server.node;

import io.forebay.core.engine.EngineProtocol;
import io.forebay.core.extent.Extent;
import io.forebay.node.NodeStats;
import io.forebay.server.running.Endpoints;
import io.forebay.server.running.StartFailure;
import io.forebay.server.settings.NodeConfig;
import java.lang.foreign.MemorySegment;

/// A node inside another program, for an engine or a gateway that runs on the JVM itself: peers, the master and whoever
/// watches reach it over the network as any node; its engine calls methods and has no RPC.
///
/// The engine does what a remote one does over the wire, with the same rules: register (and hold the lock file that the
/// answer names for as long as it may write), reserve, write into [#bytes], seal, await the handoff, query, read from
/// [#bytes], release. Calls return at once; answers come on the node's thread and must only hand over. Safe from any
/// thread.
public final class EmbeddedNode implements AutoCloseable {
    private final NodeServer server;

    private EmbeddedNode(NodeServer server) {
        this.server = server;
    }

    /// Starts a node; its ports are open when this returns.
    ///
    /// @throws StartFailure when a directory, the pool or a port cannot be had
    public static EmbeddedNode start(NodeConfig config) throws StartFailure {
        return new EmbeddedNode(NodeServer.startForPeers(config));
    }

    /// The way in for the engine.
    public EngineProtocol engine() {
        return server.node();
    }

    /// Names the pool in a reservation or a query.
    public long poolNonce() {
        return server.pool().nonce();
    }

    /// The bytes of an extent that a reservation granted or a query returned, in place. To be written only between
    /// reservation and seal, and read only under the query's lease: behind it they may be another block's.
    public MemorySegment bytes(Extent extent) {
        return server.pool().slice(extent);
    }

    /// True while the node has a session with a master that answers.
    public boolean hasSession() {
        return server.node().hasSession();
    }

    /// The node's figures of this moment. Any thread but the node's own.
    public NodeStats stats() {
        return server.stats();
    }

    /// The port of its RESP gateway; 0 without one.
    public int respPort() {
        return server.respPort();
    }

    /// Where peers and watchers reach it.
    public Endpoints endpoints() {
        return server.endpoints().getFirst();
    }

    /// Leaves the cluster and gives everything back, within the shutdown time-out.
    @Override
    public void close() {
        server.close();
    }
}
