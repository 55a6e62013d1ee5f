package io.forebay.cli;

import io.forebay.server.Standalone;
import io.forebay.server.logging.Logging;
import io.forebay.server.master.MasterServer;
import io.forebay.server.node.NodeServer;
import io.forebay.server.running.Endpoints;
import io.forebay.server.running.RunningServer;
import io.forebay.server.running.StartFailure;
import io.forebay.server.settings.BadConfiguration;
import io.forebay.server.settings.EffectiveSettings;
import io.forebay.server.settings.LogConfig;
import io.forebay.server.settings.MasterConfig;
import io.forebay.server.settings.NodeConfig;
import io.forebay.server.settings.Role;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/// `forebay standalone`, `master` and `node`: starts a server, says on standard output where it is, and runs until it
/// is
/// told to end. What it logs goes to standard error.
@Command(sortOptions = false, mixinStandardHelpOptions = false)
final class StartCommand implements Callable<Integer> {
    private final Role role;

    @Spec
    @Nullable
    CommandSpec spec;

    @Option(names = "--json", description = "says where it is as one JSON object a line")
    boolean json;

    @Option(names = "--help", usageHelp = true, description = "shows this")
    boolean help;

    private StartCommand(Role role) {
        this.role = role;
    }

    static CommandLine commandLine(Role role) {
        CommandLine command = new CommandLine(new StartCommand(role));
        command.getCommandSpec().usageMessage().description(description(role));
        SettingFlags.addTo(command, role);
        return command;
    }

    private static String description(Role role) {
        return switch (role) {
            case MASTER -> "Starts a master: it knows which node has which blocks. One for each cluster.";
            case NODE -> "Starts a node: it keeps blocks for the engines of its host and serves them to peers.";
            case STANDALONE -> "Starts a master and a node in one process, for one host or a first look.";
        };
    }

    @Override
    public Integer call() throws InterruptedException {
        CommandLine command = Objects.requireNonNull(spec).commandLine();
        try {
            EffectiveSettings settings =
                    SettingFlags.read(role, Embedded.settings(role), command.getParseResult(), System.getenv());
            Logging.start(LogConfig.of(settings), System.err);
            RunningServer server = start(settings);
            Lifetime lifetime = new Lifetime(server, shutdownTimeout(settings));
            lifetime.endWithProcess();
            announce(server, command.getOut());
            return lifetime.await();
        } catch (BadConfiguration bad) {
            return SettingFlags.refuse(command.getErr(), bad);
        } catch (StartFailure failed) {
            command.getErr().println("forebay: " + FailureLine.of(failed));
            return ExitCode.USAGE;
        }
    }

    private RunningServer start(EffectiveSettings settings) throws StartFailure {
        return switch (role) {
            case MASTER -> MasterServer.start(MasterConfig.of(settings));
            case NODE -> NodeServer.start(NodeConfig.of(settings));
            case STANDALONE -> Standalone.start(MasterConfig.of(settings), NodeConfig.of(settings));
        };
    }

    private Duration shutdownTimeout(EffectiveSettings settings) {
        return role == Role.MASTER
                ? MasterConfig.of(settings).shutdownTimeout()
                : NodeConfig.of(settings).shutdownTimeout();
    }

    /// One line for each role; programs that start us wait for it.
    private void announce(RunningServer server, PrintWriter out) {
        for (Endpoints each : server.endpoints()) {
            if (json) {
                Map<String, String> fields = new LinkedHashMap<>();
                fields.put("role", each.role());
                fields.put("control", each.control());
                fields.put("data", each.data());
                fields.put("http", each.http());
                fields.put("detail", each.detail());
                out.println(JsonMapper.shared().writeValueAsString(fields));
            } else {
                String data = each.data().isEmpty() ? "" : " data=" + each.data();
                String detail = each.detail().isEmpty() ? "" : "  (" + each.detail() + ")";
                out.println(each.role() + " control=" + each.control() + data + " http=" + each.http() + detail);
            }
        }
        if (!json) {
            out.println("ready: metrics, health and a page at http://"
                    + server.endpoints().getLast().http() + "/ ; end with Ctrl-C");
        }
        out.flush();
    }
}
