package io.forebay.cli;

import io.forebay.bench.BenchReport;
import io.forebay.bench.BenchResult;
import io.forebay.bench.Machine;
import io.forebay.bench.Rounds;
import io.forebay.bench.peer.PeerBench;
import io.forebay.bench.peer.PeerSettings;
import io.forebay.bench.query.QueryBench;
import io.forebay.bench.register.RegisterBench;
import io.forebay.bench.register.RegisterBench.RegisterSettings;
import io.forebay.server.logging.Logging;
import io.forebay.server.settings.LogConfig;
import io.forebay.server.settings.LogFormat;
import io.forebay.server.settings.LogLevel;
import io.forebay.server.settings.Units;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/// `forebay bench NAME`: ours and its limit in turn.
@Command(
        name = "bench",
        description =
                "Measures something of ours and its physical limit in turn; a ratio of 1 is level with the limit.",
        synopsisSubcommandLabel = "NAME",
        subcommands = {BenchCommand.Peer.class, BenchCommand.PrefixQuery.class, BenchCommand.Register.class})
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

    /// What every measurement is asked with.
    static final class Asked {
        @Option(names = "--rounds", defaultValue = "7", description = "rounds, at least 7 (${DEFAULT-VALUE})")
        int rounds;

        @Option(names = "--json", paramLabel = "FILE", description = "also writes the report as JSON")
        @Nullable
        Path json;

        @Option(names = "--help", usageHelp = true, description = "shows this")
        boolean help;

        int report(String command, List<BenchResult> results, PrintWriter out) throws IOException {
            BenchReport report = new BenchReport(Machine.describe(), command, results);
            if (json != null) {
                report.writeJson(json);
            }
            out.print(report.toTable());
            out.flush();
            return ExitCode.DONE;
        }
    }

    /// A size with its unit, such as `64KiB`.
    static final class Size implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            try {
                return Units.bytes(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("'" + text + "' " + e.getMessage());
            }
        }
    }

    /// `forebay bench peer`.
    @Command(
            name = "peer",
            description = "Reads of a peer's memory by the map fabric against a C memcpy of the same blocks, by the tcp"
                    + " fabric against iperf3, and by the ucx fabric against ucx_perftest; raw, and verified as a"
                    + " node does.")
    static final class Peer implements Callable<Integer> {
        @Spec
        @Nullable
        CommandSpec spec;

        @Mixin
        Asked asked = new Asked();

        @Option(
                names = "--block-size",
                paramLabel = "SIZE",
                defaultValue = "1MiB",
                converter = Size.class,
                description = "of one block, read as 4 slots (${DEFAULT-VALUE})")
        long blockBytes;

        @Option(
                names = "--in-flight",
                paramLabel = "N",
                defaultValue = "16",
                description = "blocks on their way at one time (${DEFAULT-VALUE})")
        int inFlight;

        @Option(
                names = "--working-set",
                paramLabel = "SIZE",
                defaultValue = "1GiB",
                converter = Size.class,
                description = "read in one pass; as much memory on either side (${DEFAULT-VALUE})")
        long workingSetBytes;

        @Option(
                names = "--pool-directory",
                paramLabel = "DIR",
                defaultValue = "/dev/shm",
                description = "where the pools lie (${DEFAULT-VALUE})")
        Path poolDirectory = Path.of("/dev/shm");

        @Override
        public Integer call() throws Exception {
            CommandSpec mine = Objects.requireNonNull(spec);
            try {
                Rounds.checked(asked.rounds);
                PeerSettings settings = new PeerSettings(blockBytes, inFlight, workingSetBytes, poolDirectory);
                String command = "forebay bench peer --block-size " + blockBytes + "B --in-flight " + inFlight
                        + " --working-set " + workingSetBytes + "B --rounds " + asked.rounds;
                return asked.report(
                        command,
                        PeerBench.run(settings, asked.rounds),
                        mine.commandLine().getOut());
            } catch (IllegalArgumentException e) {
                throw new ParameterException(mine.commandLine(), FailureLine.of(e), e);
            }
        }
    }

    /// `forebay bench query`.
    @Command(
            name = "query",
            description =
                    "A prefix query with its lease over resident blocks, inside a node and through the RPC, against a"
                            + " bare walk of a hash map with the same keys.")
    static final class PrefixQuery implements Callable<Integer> {
        @Spec
        @Nullable
        CommandSpec spec;

        @Mixin
        Asked asked = new Asked();

        @Option(
                names = "--blocks",
                paramLabel = "N",
                defaultValue = "32768",
                description = "resident, all asked for by each query (${DEFAULT-VALUE})")
        int blocks;

        @Option(
                names = "--pool-directory",
                paramLabel = "DIR",
                defaultValue = "/dev/shm",
                description = "where the pool lies (${DEFAULT-VALUE})")
        Path poolDirectory = Path.of("/dev/shm");

        @Override
        public Integer call() throws Exception {
            CommandSpec mine = Objects.requireNonNull(spec);
            quietLogs();
            try {
                List<BenchResult> results = QueryBench.run(blocks, poolDirectory, asked.rounds);
                String command = "forebay bench query --blocks " + blocks + " --rounds " + asked.rounds;
                return asked.report(command, results, mine.commandLine().getOut());
            } catch (IllegalArgumentException e) {
                throw new ParameterException(mine.commandLine(), FailureLine.of(e), e);
            }
        }
    }

    /// `forebay bench register`.
    @Command(
            name = "register",
            description =
                    "Registrations in full batches into the master, what a registered block takes of its heap, and"
                            + " the removal of a node, against a bare hash map and an empty master.")
    static final class Register implements Callable<Integer> {
        @Spec
        @Nullable
        CommandSpec spec;

        @Mixin
        Asked asked = new Asked();

        @Option(
                names = "--keys",
                paramLabel = "N",
                defaultValue = "1000000",
                description = "registered in one pass, and there when a node is removed (${DEFAULT-VALUE})")
        long keys;

        @Option(
                names = "--blocks",
                paramLabel = "N",
                defaultValue = "5000000",
                description = "whose heap is measured (${DEFAULT-VALUE})")
        long blocks;

        @Option(
                names = "--leaver-blocks",
                paramLabel = "N",
                defaultValue = "10000",
                description = "of the node that is removed (${DEFAULT-VALUE})")
        long leaverBlocks;

        @Override
        public Integer call() throws Exception {
            CommandSpec mine = Objects.requireNonNull(spec);
            try {
                RegisterSettings settings = new RegisterSettings(keys, blocks, leaverBlocks);
                String command = "forebay bench register --keys " + keys + " --blocks " + blocks + " --leaver-blocks "
                        + leaverBlocks + " --rounds " + asked.rounds;
                List<BenchResult> results = RegisterBench.run(settings, asked.rounds);
                return asked.report(command, results, mine.commandLine().getOut());
            } catch (IllegalArgumentException e) {
                throw new ParameterException(mine.commandLine(), FailureLine.of(e), e);
            }
        }
    }

    /// Only what a user must know beside a progress line.
    static void quietLogs() {
        Logging.start(new LogConfig(LogFormat.TEXT, LogLevel.ERROR), System.err);
    }
}
