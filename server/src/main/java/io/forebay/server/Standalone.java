package io.forebay.server;

import io.forebay.server.master.MasterServer;
import io.forebay.server.node.NodeServer;
import io.forebay.server.running.Ending;
import io.forebay.server.running.Endpoints;
import io.forebay.server.running.RunningServer;
import io.forebay.server.running.StartFailure;
import io.forebay.server.settings.MasterConfig;
import io.forebay.server.settings.NodeConfig;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/// A master and a node in one process: the whole store for one host, and for a first look. They speak through their
/// ports as they would from two hosts, so further nodes may join the master.
public final class Standalone implements RunningServer {
    private final MasterServer master;
    private final NodeServer node;

    private Standalone(MasterServer master, NodeServer node) {
        this.master = master;
        this.node = node;
    }

    /// Starts both; `nodeConfig`'s master is this one, whatever it says.
    ///
    /// @throws StartFailure when either cannot start; then neither runs
    public static Standalone start(MasterConfig masterConfig, NodeConfig nodeConfig) throws StartFailure {
        MasterServer master = MasterServer.start(masterConfig);
        try {
            String address = master.endpoints().getFirst().control();
            return new Standalone(master, NodeServer.start(nodeConfig.withMaster(address)));
        } catch (StartFailure | RuntimeException | Error failed) {
            master.close();
            throw failed;
        }
    }

    @Override
    public List<Endpoints> endpoints() {
        return Stream.concat(master.endpoints().stream(), node.endpoints().stream())
                .toList();
    }

    @Override
    public CompletionStage<Ending> ending() {
        return node.ending();
    }

    /// The node first, so that it can say good-bye.
    @Override
    public void close() {
        node.close();
        master.close();
    }
}
