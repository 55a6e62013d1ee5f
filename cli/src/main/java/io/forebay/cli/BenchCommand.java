package io.forebay.cli;

import io.forebay.server.logging.Logging;
import io.forebay.server.settings.LogConfig;
import io.forebay.server.settings.LogFormat;
import io.forebay.server.settings.LogLevel;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `forebay bench NAME`: ours and its limit in turn.
@Command(
        name = "bench",
        description =
                "Measures something of ours and its physical limit in turn; a ratio of 1 is level with the limit.",
        synopsisSubcommandLabel = "NAME",
        subcommands = {
            PeerBenchCommand.class,
            QueryBenchCommand.class,
            RegisterBenchCommand.class,
            FailoverBenchCommand.class,
            RestartBenchCommand.class,
            RegionBenchCommand.class,
            EvictionBenchCommand.class,
            SsdBenchCommand.class,
            PrefetchBenchCommand.class,
            RespBenchCommand.class,
            PythonBenchCommand.class
        })
final class BenchCommand implements Runnable {
    @Spec
    @Nullable
    CommandSpec spec;

    @Option(names = "--help", usageHelp = true, description = "shows this")
    boolean help;

    @Override
    public void run() {
        CommandSpec mine = Objects.requireNonNull(spec);
        throw new ParameterException(
                mine.commandLine(), "bench needs a NAME: " + mine.subcommands().keySet());
    }

    /// Only what a user must know beside a progress line.
    static void quietLogs() {
        Logging.start(new LogConfig(LogFormat.TEXT, LogLevel.ERROR), System.err);
    }
}
