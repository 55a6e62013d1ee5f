package io.forebay.cli;

import io.forebay.server.logging.Logging;
import io.forebay.server.settings.LogConfig;
import io.forebay.server.settings.LogFormat;
import io.forebay.server.settings.LogLevel;
import io.forebay.server.settings.Role;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The `forebay` command. Its exit codes are [ExitCode].
@Command(
        name = "forebay",
        mixinStandardHelpOptions = true,
        versionProvider = VersionCommand.Provider.class,
        description = "A store for the KV cache of large language models.",
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {CommandLine.HelpCommand.class, VersionCommand.class},
        footerHeading = "%nExit codes:%n",
        footer = {
            "  0  done",
            "  1  failed",
            "  2  wrong usage or configuration; nothing was started",
            "  3  superseded by a newer start of the same node: do not restart",
            "",
            "./forebay verify [--long] builds everything and runs all tests."
        })
public final class Main implements Runnable {
    private Main() {}

    /// Runs one command and ends the process with its exit code.
    ///
    /// Until a server sets its own logging up, only warnings are told: progress and results belong to the command.
    public static void main(String[] args) {
        Logging.start(new LogConfig(LogFormat.TEXT, LogLevel.WARN), System.err);
        System.exit(commandLine().execute(args));
    }

    /// The whole command, for tests to execute without ending their process.
    static CommandLine commandLine() {
        CommandLine forebay = new CommandLine(new Main());
        forebay.addSubcommand("standalone", StartCommand.commandLine(Role.STANDALONE));
        forebay.addSubcommand("master", StartCommand.commandLine(Role.MASTER));
        forebay.addSubcommand("node", StartCommand.commandLine(Role.NODE));
        forebay.addSubcommand("config", ConfigCommand.commandLine());
        forebay.addSubcommand("status", new StatusCommand());
        forebay.addSubcommand("top", new TopCommand());
        forebay.addSubcommand("drain", new DrainCommand());
        forebay.addSubcommand("drop", new DropCommand());
        forebay.addSubcommand("doctor", DoctorCommand.commandLine());
        forebay.addSubcommand("explain", new ExplainCommand());
        forebay.addSubcommand("fsck", new FsckCommand());
        forebay.addSubcommand("ls", new LsCommand());
        forebay.addSubcommand("stat", new StatCommand());
        forebay.addSubcommand("lookup", new LookupCommand());
        forebay.addSubcommand("prefetch", new PrefetchCommand());
        forebay.addSubcommand("events", new EventsCommand());
        forebay.addSubcommand("replay", new ReplayCommand());
        forebay.addSubcommand("measure", new MeasureCommand());
        forebay.addSubcommand("bench", new BenchCommand());
        forebay.addSubcommand("completion", new CompletionCommand());
        Examples.addTo(forebay);
        forebay.setParameterExceptionHandler(Main::wrongUsage);
        forebay.setExecutionExceptionHandler(Main::failed);
        forebay.setUsageHelpAutoWidth(true);
        return forebay;
    }

    @Override
    public void run() {
        commandLine().usage(System.out);
    }

    private static int wrongUsage(CommandLine.ParameterException wrong, String[] args) {
        CommandLine command = wrong.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(PlainWriter.plain("forebay: " + message(wrong)));
        String name = command.getCommandSpec().qualifiedName();
        err.println("forebay: '" + name + " --help' says what there is");
        return ExitCode.USAGE;
    }

    /// Picocli's, or, for a misspelt command, the nearest ones.
    private static String message(CommandLine.ParameterException wrong) {
        if (!(wrong instanceof CommandLine.UnmatchedArgumentException unmatched)
                || unmatched.isUnknownOption()
                || unmatched.getCommandLine().getCommandSpec().parent() != null) {
            return String.valueOf(wrong.getMessage());
        }
        List<String> near = unmatched.getSuggestions().stream()
                .map(each -> each.substring(each.indexOf(' ') + 1))
                .toList();
        String hint = near.isEmpty() ? "" : " (did you mean " + String.join(" or ", near) + "?)";
        return "there is no command '" + unmatched.getUnmatched().getFirst() + "'" + hint;
    }

    /// One line for people. The stack trace of an error of our own is in the log where there is one.
    private static int failed(Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
        command.getErr().println(PlainWriter.plain("forebay: " + FailureLine.of(failure)));
        return ExitCode.FAILED;
    }
}
