package io.forebay.bench;

import java.io.Console;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/// A line that says how far a long command is and how long the rest will take. On a terminal it rewrites itself ten
/// times a second; elsewhere it adds a line every five seconds, so that a log stays readable. One thread.
public final class Progress {
    private static final long TERMINAL_NANOS = 100_000_000L;
    private static final long LOG_NANOS = 5_000_000_000L;

    private final PrintStream out;
    private final boolean terminal;
    private final LongSupplier nanoClock;
    private final long total;
    private final long startNanos;
    private long done;
    private long lastNanos;
    private int lastLength;

    /// @param out where the line goes; standard error, so that it never mixes with results
    /// @param terminal whether `out` can be rewritten
    /// @param total steps until the end
    public Progress(PrintStream out, boolean terminal, LongSupplier nanoClock, long total) {
        this.out = out;
        this.terminal = terminal;
        this.nanoClock = nanoClock;
        this.total = total;
        this.startNanos = nanoClock.getAsLong();
        this.lastNanos = startNanos;
    }

    /// A progress on standard error.
    public static Progress onStderr(long total) {
        boolean terminal =
                Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
        return new Progress(System.err, terminal, System::nanoTime, total);
    }

    /// One step is done; `what` says what is going on.
    public void step(String what) {
        done++;
        long now = nanoClock.getAsLong();
        if (done == total || now - lastNanos >= (terminal ? TERMINAL_NANOS : LOG_NANOS)) {
            lastNanos = now;
            show(line(what, now));
        }
    }

    /// Ends the line, so that what is printed next starts a new one. Harmless when there is none.
    public void end() {
        if (terminal && lastLength > 0) {
            out.println();
            lastLength = 0;
        }
    }

    private String line(String what, long now) {
        long elapsed = now - startNanos;
        long left = (long) (elapsed * ((double) (total - done) / done));
        return "%s: %,d of %,d (%d %%), %s elapsed, %s left"
                .formatted(what, done, total, 100 * done / total, clock(elapsed), clock(left));
    }

    private static String clock(long nanos) {
        Duration time = Duration.ofNanos(nanos);
        return "%d:%02d".formatted(time.toMinutes(), time.toSecondsPart());
    }

    private void show(String line) {
        if (terminal) {
            out.print("\r" + line + " ".repeat(Math.max(0, lastLength - line.length())));
            out.flush();
            lastLength = line.length();
        } else {
            out.println(line);
        }
    }
}
