package io.forebay.cli;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// Frames, one after the other: over each other on a terminal, which is given back as it was when this is closed or
/// the process ends; below each other, an empty line apart, where the answer goes elsewhere. One thread, the way back
/// aside.
final class Screen implements AutoCloseable {
    /// Another screen, no cursor, and long lines are cut instead of taking two.
    private static final String ENTER = "\u001b[?1049h\u001b[?25l\u001b[?7l";

    private static final String LEAVE = "\u001b[?7h\u001b[?25h\u001b[?1049l";
    private static final String HOME = "\u001b[H";
    private static final String REST_OF_LINE = "\u001b[K";
    private static final String REST_OF_SCREEN = "\u001b[J";

    private final PrintWriter out;
    private final boolean isTerminal;
    private final String modes;
    private final AtomicBoolean given = new AtomicBoolean();
    private final Thread onEnd = new Thread(this::giveBack, "forebay-screen");
    private boolean first = true;

    private Screen(PrintWriter out, boolean isTerminal) {
        this.out = out;
        this.isTerminal = isTerminal;
        // What `stty -g` says, for the way back; then keys come one by one, and are not shown.
        this.modes = isTerminal ? stty("-g") : "";
        if (isTerminal) {
            Runtime.getRuntime().addShutdownHook(onEnd);
            if (!modes.isEmpty()) {
                stty("-icanon", "-echo");
            }
            out.print(ENTER);
            out.flush();
        }
    }

    /// On the terminal, if standard input and output are one and `plain` is false.
    static Screen open(PrintWriter out, boolean plain) {
        return new Screen(
                out,
                !plain
                        && Optional.ofNullable(System.console())
                                .filter(Console::isTerminal)
                                .isPresent());
    }

    boolean isTerminal() {
        return isTerminal;
    }

    void show(List<String> lines) {
        if (isTerminal) {
            out.print(HOME);
            lines.stream()
                    .limit(rows() - 1)
                    .forEach(line -> out.print(PlainWriter.plain(line) + REST_OF_LINE + "\r\n"));
            out.print(REST_OF_SCREEN);
        } else {
            if (!first) {
                out.println();
            }
            lines.forEach(line -> out.println(PlainWriter.plain(line)));
        }
        first = false;
        out.flush();
    }

    /// The terminal's height; many where it does not say.
    private static long rows() {
        String size = stty("size");
        int blank = size.indexOf(' ');
        long rows = blank < 1 ? 0 : Long.parseLong(size.substring(0, blank));
        return rows < 2 ? 1_000 : rows;
    }

    /// Whether somebody pressed `q` since it was asked last.
    boolean isLeft() {
        if (!isTerminal) {
            return false;
        }
        try {
            InputStream keys = System.in;
            while (keys.available() > 0) {
                int key = keys.read();
                if (key == 'q' || key == 'Q' || key < 0) {
                    return true;
                }
            }
        } catch (IOException gone) {
            return true;
        }
        return false;
    }

    @Override
    public void close() {
        giveBack();
        if (isTerminal) {
            try {
                Runtime.getRuntime().removeShutdownHook(onEnd);
            } catch (IllegalStateException ending) {
                return; // it runs, and finds that there is nothing left to do
            }
        }
    }

    private void giveBack() {
        if (isTerminal && given.compareAndSet(false, true)) {
            out.print(LEAVE);
            out.flush();
            if (!modes.isEmpty()) {
                stty(modes);
            }
        }
    }

    /// What `stty` says to the terminal's modes; empty where there is no `stty`: then `q` counts with the next Enter.
    private static String stty(String... args) {
        List<String> command = new java.util.ArrayList<>(List.of("stty"));
        command.addAll(List.of(args));
        try {
            Process stty = new ProcessBuilder(command)
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!stty.waitFor(2, TimeUnit.SECONDS)) {
                stty.destroyForcibly();
                return "";
            }
            return new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException none) {
            return "";
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return "";
        }
    }
}
