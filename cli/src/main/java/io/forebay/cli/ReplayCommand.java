package io.forebay.cli;

import io.forebay.bench.cluster.ClusterReplay;
import io.forebay.bench.cluster.ReplayOptions;
import io.forebay.bench.replay.Chaos;
import io.forebay.bench.replay.ReplayReport;
import io.forebay.bench.router.RouterReplay;
import io.forebay.bench.router.RouterReplayOptions;
import io.forebay.bench.router.RouterReport;
import io.forebay.bench.router.RouterSettings;
import io.forebay.bench.router.RouterText;
import io.forebay.server.settings.Units;
import io.forebay.sim.trace.PolicyReplay;
import io.forebay.sim.trace.TraceRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// `forebay replay [TRACE]`: a trace played against real processes with real bytes; or, with `--policy`, against an
/// eviction policy alone.
@Command(
        name = "replay",
        description =
                "Plays a trace: each request prefills on one node and decodes on the next, and every byte of every"
                        + " hit is checked. Starts a master and nodes as processes of their own.")
final class ReplayCommand implements Callable<Integer> {
    @Spec
    @Nullable
    CommandSpec spec;

    @Mixin
    TraceOptions trace = new TraceOptions();

    @Option(names = "--nodes", paramLabel = "N", defaultValue = "2", description = "to start (${DEFAULT-VALUE})")
    int nodes;

    @Option(
            names = "--master",
            paramLabel = "ADDR",
            description = "host:port of a running master, which the nodes of this replay join; else one is started")
    @Nullable
    String master;

    @Option(names = "--fabric", defaultValue = "auto", description = "map, tcp, ucx or auto (${DEFAULT-VALUE})")
    String fabric = "auto";

    @Option(
            names = "--block-size",
            paramLabel = "SIZE",
            defaultValue = "64KiB",
            converter = Size.class,
            description = "of one block: 4 layers with K and V each (${DEFAULT-VALUE})")
    long blockBytes;

    @Option(
            names = "--pool-size",
            paramLabel = "SIZE",
            converter = Size.class,
            description = "of each node; by default what the trace's blocks need, within what there is")
    @Nullable
    Long poolBytes;

    @Option(
            names = "--pool-directory",
            paramLabel = "DIR",
            defaultValue = "/dev/shm",
            description = "where the pools lie (${DEFAULT-VALUE})")
    Path poolDirectory = Path.of("/dev/shm");

    @Option(
            names = "--chaos",
            paramLabel = "SPEC",
            description =
                    "faults with commas between: kill-node=K@P%% (SIGKILL node K, from 1, when P %% of the requests are"
                            + " done; it stays away if that is the only fault, else it starts again, empty), stop-node=K@P%%"
                            + " (SIGSTOP for 5 s), leave-node=K@P%% (SIGTERM, and starts again), kill-master@P%% (SIGKILL, and"
                            + " starts again)")
    @Nullable
    String chaos;

    @Option(
            names = "--query-deadline",
            paramLabel = "TIME",
            defaultValue = "5s",
            description = "of every query (${DEFAULT-VALUE})")
    String queryDeadline = "5s";

    @Option(
            names = "--handoff-deadline",
            paramLabel = "TIME",
            defaultValue = "5s",
            description = "of every barrier (${DEFAULT-VALUE})")
    String handoffDeadline = "5s";

    @Option(names = "--logs", paramLabel = "DIR", description = "where the processes' logs go and stay")
    @Nullable
    Path logs;

    @Mixin
    PolicyOptions policy = new PolicyOptions();

    @Mixin
    RoutedOptions routed = new RoutedOptions();

    @Option(names = "--json", paramLabel = "FILE", description = "also writes the result as JSON")
    @Nullable
    Path json;

    @Option(names = "--help", usageHelp = true, description = "shows this")
    boolean help;

    @Override
    public Integer call() throws IOException {
        try {
            if (policy.given()) {
                return playPolicy();
            }
            policy.refuse();
            return routed.given() ? playRouted() : playWithBytes();
        } catch (IllegalArgumentException e) {
            throw wrong(FailureLine.of(e));
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
    }

    private int playWithBytes() throws IOException {
        routed.refuse();
        ReplayOptions options = new ReplayOptions(
                Main.class.getName(),
                nodes,
                Optional.ofNullable(master),
                fabric,
                blockBytes,
                Optional.ofNullable(poolBytes),
                poolDirectory,
                Optional.ofNullable(chaos).map(Chaos::parse),
                duration("--query-deadline", queryDeadline),
                duration("--handoff-deadline", handoffDeadline),
                Optional.ofNullable(logs));
        checkJson();
        BenchCommand.quietLogs();
        List<List<Long>> prompts =
                trace.read().stream().map(TraceRequest::hashIds).toList();
        ReplayReport report = ClusterReplay.run(options, prompts, System.err::println);
        if (json != null) {
            report.writeJson(json);
        }
        Out.of(spec).print(report.toTable());
        Out.of(spec).flush();
        return report.corrupt() == 0 ? ExitCode.DONE : ExitCode.FAILED;
    }

    private int playRouted() throws IOException {
        if (chaos != null || master != null) {
            throw wrong("--chaos and --master do not go with --router");
        }
        RouterReplayOptions options = new RouterReplayOptions(
                Main.class.getName(),
                nodes,
                fabric,
                new RouterSettings(
                        ClusterReplay.layout(blockBytes),
                        duration("--query-deadline", queryDeadline),
                        duration("--window", routed.window),
                        routed.speed),
                routed.parsedModes(),
                Optional.ofNullable(poolBytes),
                poolDirectory,
                routed.ssdDirectory,
                Optional.ofNullable(logs));
        checkJson();
        BenchCommand.quietLogs();
        RouterReport report = RouterReplay.run(options, trace.read(), System.err::println);
        if (json != null) {
            Files.writeString(json, report.toJson());
        }
        Out.of(spec).print(RouterText.of(report));
        Out.of(spec).flush();
        return report.corrupt() == 0 ? ExitCode.DONE : ExitCode.FAILED;
    }

    private void checkJson() {
        if (json != null
                && !Files.isDirectory(
                        Objects.requireNonNull(json.toAbsolutePath().getParent()))) {
            throw wrong("--json " + json + ": there is no such directory");
        }
    }

    private Duration duration(String option, String text) {
        try {
            return Units.duration(text);
        } catch (IllegalArgumentException e) {
            throw wrong(option + " '" + text + "' " + e.getMessage());
        }
    }

    private int playPolicy() throws IOException {
        routed.refuse();
        PolicyReplay result = PolicyReplay.run(trace.read(), policy.sizes(trace.seed));
        String text = JsonMapper.builder()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .build()
                .writeValueAsString(result);
        if (json != null) {
            Files.writeString(json, text + "\n");
        }
        Out.of(spec).println(text);
        Out.of(spec).flush();
        return ExitCode.DONE;
    }
}
