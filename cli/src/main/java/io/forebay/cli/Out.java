package io.forebay.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/// Where a command's answer goes, and what went wrong: the command line's own writers, which tests replace, or the
/// standard ones where a command runs without one. Text is [plain][PlainWriter].
final class Out {
    private Out() {}

    /// For the answer.
    static PrintWriter of(@Nullable CommandSpec spec) {
        return plain(terminal(spec));
    }

    /// For what went wrong.
    static PrintWriter err(@Nullable CommandSpec spec) {
        return plain(
                spec == null
                        ? new PrintWriter(System.err, true, StandardCharsets.UTF_8)
                        : spec.commandLine().getErr());
    }

    /// For who steers the terminal itself.
    static PrintWriter terminal(@Nullable CommandSpec spec) {
        return spec == null
                ? new PrintWriter(System.out, true, StandardCharsets.UTF_8)
                : spec.commandLine().getOut();
    }

    private static PrintWriter plain(PrintWriter to) {
        return new PrintWriter(new PlainWriter(to), true);
    }
}
