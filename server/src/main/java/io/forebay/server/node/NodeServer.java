package io.forebay.server.node;

import io.forebay.fabric.DataPort;
import io.forebay.fabric.Fabric;
import io.forebay.fabric.PortSettings;
import io.forebay.gateway.resp.RespGateway;
import io.forebay.memory.BootCounter;
import io.forebay.memory.Pool;
import io.forebay.memory.PoolSettings;
import io.forebay.node.Node;
import io.forebay.node.NodeStats;
import io.forebay.node.SharedDisk;
import io.forebay.server.admin.AdminServer;
import io.forebay.server.running.Closing;
import io.forebay.server.running.Ending;
import io.forebay.server.running.Endpoints;
import io.forebay.server.running.PortOpening;
import io.forebay.server.running.RunningServer;
import io.forebay.server.running.SelfDial;
import io.forebay.server.running.StartFailure;
import io.forebay.server.settings.NodeConfig;
import io.forebay.wire.Services;
import io.forebay.wire.WireServer;
import io.forebay.wire.WireServerSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A running node: everything that a [io.forebay.node.Node] needs of the world, opened in order and closed in the
/// opposite one.
public final class NodeServer implements RunningServer {
    private static final Logger LOG = LoggerFactory.getLogger(NodeServer.class);

    private final Closing closing;
    private final Endpoints endpoints;
    private final Pool pool;
    private final NodeRun run;
    private final Optional<RespGateway> resp;

    private NodeServer(Closing closing, Endpoints endpoints, Pool pool, NodeRun run, Optional<RespGateway> resp) {
        this.resp = resp;
        this.closing = closing;
        this.endpoints = endpoints;
        this.pool = pool;
        this.run = run;
    }

    /// Starts a node; its ports are open when this returns. Whether it has a session with the master shows in its
    /// readiness: a node without one serves its engines all the same.
    ///
    /// @throws StartFailure when a directory, the pool or a port cannot be had
    public static NodeServer start(NodeConfig config) throws StartFailure {
        return start(config, door -> Services.node(door, door));
    }

    /// Starts a node whose control port serves peers alone.
    static NodeServer startForPeers(NodeConfig config) throws StartFailure {
        return start(config, door -> new Services(null, door, null));
    }

    private static NodeServer start(NodeConfig config, Function<NodeDoor, Services> served) throws StartFailure {
        Closing closing = new Closing();
        try {
            return start(config, served, closing);
        } catch (IOException failed) {
            closing.close();
            throw new StartFailure("node " + config.nodeId() + " cannot start: " + failed.getMessage(), failed);
        } catch (RuntimeException | Error failed) {
            closing.close();
            throw failed;
        }
    }

    private static NodeServer start(NodeConfig config, Function<NodeDoor, Services> served, Closing closing)
            throws IOException {
        long startedNanos = System.nanoTime();
        SecureRandom random = new SecureRandom();
        BootCounter boot = closing.add("state directory", BootCounter.open(config.stateDirectory(), config.nodeId()));
        Pool pool = pool(config, boot.boot(), random.nextLong(), closing);
        SharedDisk disk = new SharedDisk(DiskSet.open(config, closing));
        DataPort data = closing.add("data port", dataPort(config, random.nextLong()));
        List<Fabric> fabrics = FabricSet.open(config.fabric(), data, pool, closing);
        NodeDoor door = new NodeDoor();
        WireServer wire = controlPort(config, served.apply(door));
        closing.then("control port, for good", () -> wire.close(0));
        AdminServer admin = closing.add("http port", httpPort(config));
        NodeIdentity identity = new NodeIdentity(
                boot.boot(),
                HostId.of(config.pool().directory()),
                config.host().address(wire.port()),
                config.host().address(admin.port()));
        NodeRun run =
                closing.add("node", NodeRun.start(config, identity, new NodeRun.Stores(pool, disk.engines()), fabrics));
        door.open(run.node());
        Optional<RespGateway> resp = RespDoor.open(config, run.node(), pool, disk.foreign(), closing);
        closing.then("control port", () -> wire.close(config.shutdownTimeout().toNanos() / 3));
        String about = about(pool, fabrics) + RespDoor.words(config, resp);
        Endpoints endpoints = new Endpoints(
                "node",
                identity.controlAddress(),
                config.host().address(data.address().port()),
                identity.httpAddress(),
                about);
        SelfDial dial = new SelfDial(endpoints);
        NodeAdmin.serve(admin, config, run, new NodeAdmin.Sources(resp, dial), closing);
        closing.add("http port, first", admin);
        closing.add("self-dial", dial).start(config.host().check());
        announce(config, boot.boot(), endpoints, System.nanoTime() - startedNanos);
        return new NodeServer(closing, endpoints, pool, run, resp);
    }

    private static String about(Pool pool, List<Fabric> fabrics) {
        String names = String.join(", ", fabrics.stream().map(Fabric::name).toList());
        return "pool %s, %d MiB; fabric %s".formatted(pool.path(), pool.capacityBytes() >> 20, names);
    }

    private static WireServer controlPort(NodeConfig config, Services services) throws IOException {
        WireServerSettings settings =
                WireServerSettings.of(config.host().bind(), config.ports().control());
        return PortOpening.of("control.port", () -> WireServer.start(settings, services));
    }

    private static AdminServer httpPort(NodeConfig config) throws IOException {
        String bind = config.host().bind();
        return PortOpening.of(
                "http.port", () -> AdminServer.bind(bind, config.ports().http()));
    }

    private static DataPort dataPort(NodeConfig config, long incarnation) throws IOException {
        PortSettings settings = PortSettings.of(
                config.host().bind(), config.host().advertise(), config.ports().data());
        return PortOpening.of("data.port", () -> DataPort.open(settings, incarnation));
    }

    private static void announce(NodeConfig config, long boot, Endpoints endpoints, long tookNanos) {
        LOG.atInfo()
                .addKeyValue("node", config.nodeId())
                .addKeyValue("boot", boot)
                .addKeyValue("control", endpoints.control())
                .addKeyValue("data", endpoints.data())
                .addKeyValue("http", endpoints.http())
                .addKeyValue("millis", tookNanos / 1_000_000)
                .log("the node is open; {}", endpoints.detail());
    }

    private static Pool pool(NodeConfig config, long boot, long nonce, Closing closing) throws IOException {
        NodeConfig.PoolConfig pool = config.pool();
        for (Path orphan : Pool.removeOrphans(pool.directory(), config.nodeId(), boot)) {
            LOG.atInfo().addKeyValue("file", orphan).log("removed a file of an earlier boot");
        }
        PoolSettings settings = new PoolSettings(
                pool.directory(),
                pool.sizeBytes(),
                config.prefetch().bufferBytes(),
                pool.granuleBytes(),
                pool.prefaultThreads(),
                pool.quarantineCapBytes(),
                pool.backing());
        Pool created = closing.add("pool", Pool.create(settings, config.nodeId(), boot, nonce));
        LOG.atInfo()
                .addKeyValue("file", created.path())
                .log("the pool's memory: {}", created.backing().words());
        created.backing().warnings().forEach(LOG::warn);
        return created;
    }

    /// The node's figures of this moment. Any thread but the node's own.
    public NodeStats stats() {
        return run.stats().get();
    }

    int respPort() {
        return resp.map(RespGateway::port).orElse(0);
    }

    Node node() {
        return run.node();
    }

    Pool pool() {
        return pool;
    }

    @Override
    public List<Endpoints> endpoints() {
        return List.of(endpoints);
    }

    @Override
    public CompletionStage<Ending> ending() {
        return run.ending();
    }

    @Override
    public void close() {
        closing.close();
    }
}
