package io.forebay.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/// Where a command's answer goes.
final class Out {
    private Out() {}

    /// The command line's own writer, which tests replace; standard output where a command runs without one.
    static PrintWriter of(@Nullable CommandSpec spec) {
        return spec == null
                ? new PrintWriter(System.out, true, StandardCharsets.UTF_8)
                : spec.commandLine().getOut();
    }
}
