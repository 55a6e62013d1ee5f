package io.forebay.cli;

import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `forebay completion SHELL`.
@Command(
        name = "completion",
        description = "Prints a script by which bash or zsh completes commands and options. The script serves both.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  forebay completion bash > /etc/bash_completion.d/forebay",
            "  source <(./forebay completion bash)",
            "",
            "  zsh: put both lines into ~/.zshrc",
            "  autoload -U +X bashcompinit && bashcompinit",
            "  source <(./forebay completion zsh)"
        })
final class CompletionCommand implements Callable<Integer> {
    /// For which it can be.
    enum Shell {
        bash,
        zsh
    }

    @Spec
    @Nullable
    CommandSpec spec;

    @Parameters(paramLabel = "SHELL", description = "one of ${COMPLETION-CANDIDATES}")
    @Nullable
    Shell shell;

    @Option(names = "--help", usageHelp = true, description = "shows this")
    boolean help;

    @Override
    public Integer call() {
        PrintWriter out = Out.of(spec);
        out.print(
                AutoComplete.bash("forebay", Objects.requireNonNull(spec).root().commandLine()));
        out.flush();
        return ExitCode.DONE;
    }
}
