package io.forebay.cli;

import io.forebay.bench.BenchReport;
import io.forebay.bench.BenchResult;
import io.forebay.bench.Machine;
import io.forebay.bench.Rounds;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// What every measurement is asked with, and what becomes of its results.
abstract class BenchRun implements Callable<Integer> {
    @Spec
    @Nullable
    CommandSpec spec;

    @Option(names = "--rounds", defaultValue = "7", description = "rounds, at least 7 (${DEFAULT-VALUE})")
    int rounds;

    @Option(names = "--json", paramLabel = "FILE", description = "also writes the report as JSON")
    @Nullable
    Path json;

    @Option(names = "--help", usageHelp = true, description = "shows this")
    boolean help;

    /// Measures; a bad option is an [IllegalArgumentException] that names it.
    abstract List<BenchResult> measure() throws Exception;

    /// The name and the options beside `--rounds` that repeat the measurement.
    abstract String asked();

    @Override
    public final Integer call() throws Exception {
        CommandSpec mine = Objects.requireNonNull(spec);
        BenchCommand.quietLogs();
        try {
            Rounds.checked(rounds);
            String command = "forebay bench " + asked() + " --rounds " + rounds;
            BenchReport report = new BenchReport(Machine.describe(), command, measure());
            if (json != null) {
                report.writeJson(json);
            }
            PrintWriter out = mine.commandLine().getOut();
            out.print(report.toTable());
            out.flush();
            return ExitCode.DONE;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(mine.commandLine(), FailureLine.of(e), e);
        }
    }
}
