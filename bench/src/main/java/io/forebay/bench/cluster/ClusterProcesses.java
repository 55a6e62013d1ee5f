package io.forebay.bench.cluster;

import io.forebay.bench.process.Directories;
import io.forebay.bench.process.ExitStack;
import io.forebay.bench.process.JavaCommand;
import io.forebay.bench.replay.Fault;
import io.forebay.bench.replay.ReplayCluster;
import io.forebay.bench.replay.ReplayEngine;
import io.forebay.bench.replay.ReplayNode;
import io.forebay.client.EngineClient;
import io.forebay.client.EngineOptions;
import io.forebay.core.block.Namespace;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.session.NodeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A master and nodes, each a process of its own on the loopback device, and two engines beside every node. All of it
/// is
/// stopped and deleted when the [ExitStack] ends. One thread.
public final class ClusterProcesses implements ReplayCluster {
    private static final String MODEL = "replay";
    private static final Duration MASTER_TIME = Duration.ofSeconds(60);
    private static final Duration SESSION_TIME = Duration.ofSeconds(15);
    private static final Duration ENGINE_TIME = Duration.ofSeconds(20);
    /// How long a stopped node stays stopped.
    private static final Duration STOPPED = Duration.ofSeconds(5);
    /// The slowest touching of fresh memory that is not called a failure.
    private static final long TOUCHED_BYTES_PER_SECOND = 100L << 20;

    private final ClusterOptions options;
    private final ExitStack exit;
    private final Path pools;
    private final Path state;
    private final Path logs;
    private final Members members = new Members();
    private final Returns returns;
    private final List<Members.Member> killed = new ArrayList<>();
    private final AtomicInteger processes = new AtomicInteger();
    private String masterAddress = "";
    private volatile String masterPages = "";
    private volatile @Nullable ServerProcess master;

    private ClusterProcesses(ClusterOptions options, ExitStack exit) throws IOException {
        this.options = options;
        this.exit = exit;
        this.returns = Returns.open(exit);
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
        cluster.masterAddress = options.master().isPresent() ? options.master().get() : cluster.startMaster("0");
        List<ServerProcess> nodes = new ArrayList<>();
        for (int number = 1; number <= options.nodes(); number++) {
            nodes.add(cluster.startNode(number));
        }
        for (int number = 1; number <= options.nodes(); number++) {
            cluster.members.add(cluster.join(number, nodes.get(number - 1)));
        }
        return cluster;
    }

    /// @param port 0 for any
    private String startMaster(String port) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("master", "--json", "--master-control-port", port, "--master-http-port", "0"));
        arguments.addAll(options.flags().master());
        ServerProcess started = start("master", arguments);
        master = started;
        ReadyLine addresses = started.awaitReady(MASTER_TIME);
        masterPages = addresses.http();
        return addresses.control();
    }

    private ServerProcess startNode(int number) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("node", "--json", "--node-id", name(number)));
        arguments.addAll(List.of("--master-address", masterAddress));
        arguments.addAll(List.of("--control-port", "0", "--data-port", "0", "--http-port", "0"));
        arguments.addAll(
                List.of("--state-directory", state.resolve(name(number)).toString()));
        arguments.addAll(List.of("--pool-directory", pools.toString(), "--fabric", options.fabric()));
        arguments.addAll(List.of("--pool-size", options.pool().sizeBytes() + "B"));
        arguments.addAll(List.of("--pool-granule", options.pool().granuleBytes() + "B"));
        options.ssd().ifPresent(ssd -> arguments.addAll(ssd.flags(name(number))));
        arguments.addAll(options.flags().node());
        return start(name(number), arguments);
    }

    private ServerProcess start(String name, List<String> arguments) throws IOException {
        processes.incrementAndGet();
        return ServerProcess.start(name, JavaCommand.of(options.mainClass(), options.heap(), arguments), logs, exit);
    }

    private static String name(int number) {
        return "node-" + number;
    }

    private Members.Member join(int number, ServerProcess process) throws IOException {
        long touching = options.nodes() * options.pool().sizeBytes() / TOUCHED_BYTES_PER_SECOND;
        ReadyLine addresses = process.awaitReady(MASTER_TIME.plusSeconds(touching));
        Readiness.await(name(number), addresses.http(), SESSION_TIME);
        ReplayNode engines =
                new ReplayNode(number, engine("prefill-" + number, addresses), engine("decode-" + number, addresses));
        return new Members.Member(name(number), process, addresses, engines);
    }

    private ReplayEngine engine(String role, ReadyLine node) throws IOException {
        InstanceId instance =
                new InstanceId(role + "-" + ProcessHandle.current().pid());
        EngineClient client = EngineClient.open(EngineOptions.of(node.control(), instance, options.layout(), MODEL));
        exit.defer(client::close);
        if (!client.awaitConnected(ENGINE_TIME)) {
            throw new IOException("engine " + instance + " got no answer from the node at " + node.control());
        }
        return new ClientEngine(client);
    }

    @Override
    public List<ReplayNode> live() {
        return members.engines();
    }

    @Override
    public void carryOut(Fault fault, boolean heals) throws IOException {
        switch (fault.kind()) {
            case KILL_NODE -> depart(fault.node(), ServerProcess::kill, heals);
            case LEAVE_NODE -> depart(fault.node(), ServerProcess::leave, true);
            case STOP_NODE -> stop(fault.node());
            case KILL_MASTER -> restartMaster();
        }
    }

    /// What a dead node leaves in the pool directory is deleted when it stays away: nobody else does.
    private void depart(int number, Consumer<ServerProcess> how, boolean comesBack) throws IOException {
        Optional<Members.Member> found = members.find(number);
        if (found.isEmpty()) {
            return;
        }
        Members.Member member = found.get();
        members.remove(member);
        how.accept(member.process());
        member.engines().prefill().close();
        member.engines().decode().close();
        if (comesBack) {
            returns.now(() -> members.add(join(number, startNode(number))));
        } else {
            PoolDirectory.deleteFilesOf(pools, member.name());
        }
    }

    /// SIGKILL of a node that takes part and nothing else, so that nothing else disturbs who is measured. It stays away
    /// until [#startAgain].
    ///
    /// @return when, by the clock of this process
    public long killNode(int number) {
        Members.Member member = members.find(number).orElseThrow();
        members.drop(member);
        killed.add(member);
        long now = System.nanoTime();
        member.process().kill();
        return now;
    }

    /// Starts the killed nodes again, with nothing and a higher boot; returns when their engines are connected.
    public void startAgain() throws IOException {
        for (Members.Member member : killed) {
            int number = member.engines().number();
            member.engines().prefill().close();
            member.engines().decode().close();
            members.add(join(number, startNode(number)));
        }
        killed.clear();
    }

    private void stop(int number) throws IOException {
        Optional<Members.Member> found = members.find(number);
        if (found.isPresent()) {
            ServerProcess process = found.get().process();
            process.stop();
            returns.later(STOPPED, process::resume);
        }
    }

    private void restartMaster() {
        ServerProcess running = Objects.requireNonNull(master, "a replay meets only its own master");
        running.kill();
        String port = masterAddress.substring(masterAddress.lastIndexOf(':') + 1);
        returns.now(() -> startMaster(port));
    }

    /// Waits until everything that was to come back is back.
    ///
    /// @throws IOException when something did not
    public void settle() throws IOException {
        returns.await();
    }

    /// Processes started, killed ones included.
    public int processes() {
        return processes.get();
    }

    /// `host:port` of the master's control plane; a restarted master keeps it.
    public String masterAddress() {
        return masterAddress;
    }

    /// `host:port` of the admin pages of the master that was started here last; empty when none was.
    public String masterPages() {
        return masterPages;
    }

    /// How the node with this number is called in the cluster.
    public NodeId nodeId(int number) {
        return new NodeId(name(number));
    }

    /// `host:port` of the admin pages of the node with this number, which takes part now.
    public String pages(int number) {
        return members.find(number).orElseThrow().addresses().http();
    }

    /// `host:port` at which the node with this number, which takes part now, hears engines.
    public String control(int number) {
        return members.find(number).orElseThrow().addresses().control();
    }

    /// Of every block that the engines save.
    public Namespace namespace() {
        return new Namespace(MODEL, "", options.layout().fingerprint());
    }

    /// What all nodes together have counted.
    NodeFigures figures() throws IOException {
        return members.figures();
    }
}
