package io.forebay.bench.cluster;

import io.forebay.bench.process.Directories;
import io.forebay.bench.process.ExitStack;
import io.forebay.bench.replay.ReplayCluster;
import io.forebay.bench.replay.ReplayEngine;
import io.forebay.bench.replay.ReplayNode;
import io.forebay.client.EngineClient;
import io.forebay.client.EngineOptions;
import io.forebay.core.instance.InstanceId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A master and nodes, each a process of its own on the loopback device, and two engines beside every node. All of it
/// is
/// stopped and deleted when the [ExitStack] ends. One thread.
public final class ClusterProcesses implements ReplayCluster {
    private static final Duration MASTER_TIME = Duration.ofSeconds(60);
    private static final Duration SESSION_TIME = Duration.ofSeconds(15);
    private static final Duration ENGINE_TIME = Duration.ofSeconds(20);
    /// The slowest touching of fresh memory that is not called a failure.
    private static final long TOUCHED_BYTES_PER_SECOND = 100L << 20;

    private final ClusterOptions options;
    private final ExitStack exit;
    private final Path pools;
    private final Path state;
    private final Path logs;
    private final List<Member> members = new ArrayList<>();
    private NodeFigures figuresOfDead = NodeFigures.NONE;
    private int processes;

    /// A node that lives.
    private record Member(String name, ServerProcess process, ReadyLine addresses, ReplayNode engines) {}

    private ClusterProcesses(ClusterOptions options, ExitStack exit) throws IOException {
        this.options = options;
        this.exit = exit;
        this.pools = PoolDirectory.create(options.poolParent(), exit);
        this.state = Directories.temporary(Path.of(System.getProperty("java.io.tmpdir", "/tmp")), "forebay-", exit);
        this.logs = options.logs().isPresent()
                ? Files.createDirectories(options.logs().get())
                : state;
    }

    /// Starts everything; returns when every engine is connected.
    ///
    /// @throws IOException when a process does not start in time; what was started is stopped when `exit` ends
    public static ClusterProcesses start(ClusterOptions options, ExitStack exit) throws IOException {
        ClusterProcesses cluster = new ClusterProcesses(options, exit);
        String master = options.master().isPresent() ? options.master().get() : cluster.startMaster();
        List<ServerProcess> nodes = new ArrayList<>();
        for (int number = 1; number <= options.nodes(); number++) {
            nodes.add(cluster.startNode(number, master));
        }
        for (int number = 1; number <= options.nodes(); number++) {
            cluster.members.add(cluster.join(number, nodes.get(number - 1)));
        }
        return cluster;
    }

    private String startMaster() throws IOException {
        List<String> arguments = List.of("master", "--json", "--master-control-port", "0", "--master-http-port", "0");
        ServerProcess master = start("master", arguments);
        return master.awaitReady(MASTER_TIME).control();
    }

    private ServerProcess startNode(int number, String master) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("node", "--json", "--node-id", name(number)));
        arguments.addAll(List.of("--master-address", master));
        arguments.addAll(List.of("--control-port", "0", "--data-port", "0", "--http-port", "0"));
        arguments.addAll(
                List.of("--state-directory", state.resolve(name(number)).toString()));
        arguments.addAll(List.of("--pool-directory", pools.toString(), "--fabric", options.fabric()));
        arguments.addAll(List.of("--pool-size", options.pool().sizeBytes() + "B"));
        arguments.addAll(List.of("--pool-granule", options.pool().granuleBytes() + "B"));
        return start(name(number), arguments);
    }

    private ServerProcess start(String name, List<String> arguments) throws IOException {
        processes++;
        return ServerProcess.start(options.mainClass(), name, arguments, logs, exit);
    }

    private static String name(int number) {
        return "node-" + number;
    }

    private Member join(int number, ServerProcess process) throws IOException {
        long touching = options.nodes() * options.pool().sizeBytes() / TOUCHED_BYTES_PER_SECOND;
        ReadyLine addresses = process.awaitReady(MASTER_TIME.plusSeconds(touching));
        Readiness.await(name(number), addresses.http(), SESSION_TIME);
        ReplayNode engines =
                new ReplayNode(number, engine("prefill-" + number, addresses), engine("decode-" + number, addresses));
        return new Member(name(number), process, addresses, engines);
    }

    private ReplayEngine engine(String role, ReadyLine node) throws IOException {
        InstanceId instance =
                new InstanceId(role + "-" + ProcessHandle.current().pid());
        EngineClient client = EngineClient.open(EngineOptions.of(node.control(), instance, options.layout(), "replay"));
        exit.defer(client::close);
        if (!client.awaitConnected(ENGINE_TIME)) {
            throw new IOException("engine " + instance + " got no answer from the node at " + node.control());
        }
        return new ClientEngine(client);
    }

    @Override
    public List<ReplayNode> live() {
        return members.stream().map(Member::engines).toList();
    }

    /// What the dead node leaves in the pool directory is deleted: nobody else does while its node stays away.
    @Override
    public void kill(int number) throws IOException {
        for (Member member : List.copyOf(members)) {
            if (member.engines().number() == number) {
                members.remove(member);
                figuresOfDead =
                        figuresOfDead.plus(NodeFigures.read(member.addresses().http()));
                member.process().kill();
                PoolDirectory.deleteFilesOf(pools, member.name());
                member.engines().prefill().close();
                member.engines().decode().close();
            }
        }
    }

    /// Processes started, killed ones included.
    public int processes() {
        return processes;
    }

    /// What all nodes together have counted, a killed one's share included as it was before the kill.
    NodeFigures figures() throws IOException {
        NodeFigures all = figuresOfDead;
        for (Member member : members) {
            all = all.plus(NodeFigures.read(member.addresses().http()));
        }
        return all;
    }
}
