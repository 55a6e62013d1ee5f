package io.forebay.cli;

import io.forebay.cli.look.ClusterLook;
import io.forebay.cli.look.ClusterReader;
import io.forebay.cli.look.LookTree;
import io.forebay.cli.look.PageReader;
import io.forebay.cli.look.TopText;
import io.forebay.server.settings.Units;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/// `forebay top`.
@Command(
        name = "top",
        description =
                "Shows what a cluster does, as rates between looks: bytes saved, fetched, read and written, blocks"
                        + " by outcome, prefetches; what is wrong first. q or Ctrl-C ends it. Changes nothing.",
        footerHeading = "%nExamples, and exit codes:%n",
        footer = {
            "  forebay top",
            "  forebay top --interval 5s --master 10.0.0.1:7301",
            "  forebay top --count 3 | cat          (three frames, one below the other)",
            "  forebay top --count 1 --json",
            "",
            "  0  shown, and nothing was wrong at the end",
            "  1  something was",
            "  2  wrong usage"
        })
final class TopCommand implements Callable<Integer> {
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final long KEY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    @Spec
    @Nullable
    CommandSpec spec;

    @Mixin
    LookOptions options = new LookOptions();

    @Option(names = "--interval", paramLabel = "DURATION", description = "between two looks (${DEFAULT-VALUE})")
    String interval = "2s";

    @Option(names = "--count", paramLabel = "N", description = "ends after so many frames")
    long count = Long.MAX_VALUE;

    @Override
    public Integer call() {
        PrintWriter out = Out.of(spec);
        long nanos;
        try {
            nanos = interval();
        } catch (IllegalArgumentException wrong) {
            Out.err(spec).println("forebay: " + wrong.getMessage());
            return ExitCode.USAGE;
        }
        try (PageReader pages = options.pages();
                Screen screen = Screen.open(Out.terminal(spec), options.json)) {
            return follow(options.reader(pages), screen, nanos, out);
        }
    }

    private int follow(ClusterReader reader, Screen screen, long nanos, PrintWriter out) {
        ClusterLook then = reader.look();
        if (screen.isTerminal()) {
            // Nobody likes to look at nothing for an interval; elsewhere each frame has rates.
            screen.show(TopText.of(then, then));
        }
        for (long frame = 0; frame < count && pause(then.atNanos() + nanos, screen); frame++) {
            ClusterLook now = reader.look();
            if (options.json) {
                out.println(JsonMapper.shared().writeValueAsString(LookTree.of(then, now)));
                out.flush();
            } else {
                screen.show(TopText.of(then, now));
            }
            then = now;
        }
        return then.problems().isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
    }

    /// False when somebody wants to leave.
    private static boolean pause(long untilNanos, Screen screen) {
        for (long left = untilNanos - System.nanoTime(); left > 0; left = untilNanos - System.nanoTime()) {
            if (screen.isLeft() || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(Math.min(left, KEY_NANOS));
        }
        return !screen.isLeft();
    }

    private long interval() {
        Duration asked;
        try {
            asked = Units.duration(interval);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException("--interval = '" + interval + "' " + wrong.getMessage(), wrong);
        }
        if (asked.compareTo(SHORTEST) < 0 || count < 1) {
            throw new IllegalArgumentException("--interval is 100ms at least, --count 1 at least");
        }
        return asked.toNanos();
    }
}
