package io.forebay.bench.resp;

import io.forebay.bench.process.ChildProcess;
import io.forebay.bench.process.Directories;
import io.forebay.bench.process.JavaCommand;
import io.forebay.bench.process.Program;
import io.forebay.bench.process.Workshop;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// A Redis and a node with its gateway, each a process of its own on the loopback device, neither of which writes to a
/// disk. Both end with the workshop.
///
/// @param ours the gateway's port
/// @param redis that of Redis
record RespServers(String ours, String redis) {
    private static final String HOST = "127.0.0.1";
    private static final String HEAP = "512m";
    private static final String POOL = "2GiB";
    private static final Duration START_TIME = Duration.ofSeconds(90);

    static RespServers start(RespBenchSettings settings, Workshop workshop) throws IOException {
        return new RespServers(node(settings, workshop), redis(workshop));
    }

    private static String redis(Workshop workshop) throws IOException {
        String port = freePort();
        List<String> command = List.of(
                Program.find("redis-server", "redis-server").toString(),
                "--bind",
                HOST,
                "--port",
                port,
                "--save",
                "",
                "--appendonly",
                "no",
                "--dir",
                workshop.directory().toString());
        ChildProcess server = ChildProcess.start("redis-server", command, workshop.exit());
        while (!server.nextLine(START_TIME).contains("Ready to accept connections")) {
            // What it is and how it is set comes first.
        }
        return port;
    }

    private static String node(RespBenchSettings settings, Workshop workshop) throws IOException {
        Path pool = Directories.temporary(settings.poolParent(), "forebay-bench-", workshop.exit());
        String port = freePort();
        List<String> arguments = List.of(
                "standalone",
                "--json",
                "--node-id",
                "resp-bench",
                "--state-directory",
                workshop.directory().resolve("state").toString(),
                "--pool-directory",
                pool.toString(),
                "--pool-size",
                POOL,
                "--control-port",
                "0",
                "--data-port",
                "0",
                "--http-port",
                "0",
                "--master-control-port",
                "0",
                "--master-http-port",
                "0",
                "--resp-port",
                port);
        ChildProcess server = ChildProcess.start(
                "forebay standalone",
                JavaCommand.of(settings.mainClass(), HEAP, arguments),
                workshop.directory().resolve("node.log"),
                workshop.exit());
        while (!server.nextLine(START_TIME).contains("\"node\"")) {
            // The master is there first.
        }
        return port;
    }

    private static String freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return Integer.toString(socket.getLocalPort());
        }
    }
}
