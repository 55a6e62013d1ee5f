package io.forebay.bench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/// A process of ours that answers lines with lines. Its standard error goes to a file or to ours. It is stopped on
/// [#close], at the latest when the [ExitStack] ends; it should also end by itself when its standard input does,
/// which is what happens if this process is killed.
///
/// One thread at a time.
public final class ChildProcess implements AutoCloseable {
    private static final int MAX_UNREAD_LINES = 1_024;
    private static final Duration STOP_TIME = Duration.ofSeconds(15);
    private static final String END = "\0end";

    private final String name;
    private final Process process;
    private final Writer input;
    private final BlockingQueue<String> lines = new ArrayBlockingQueue<>(MAX_UNREAD_LINES);

    private ChildProcess(String name, Process process) {
        this.name = name;
        this.process = process;
        this.input = process.outputWriter(StandardCharsets.UTF_8);
        Thread.ofPlatform().daemon().name(name + "-lines").start(this::readLines);
    }

    /// Starts `command`, its standard error going where ours goes.
    public static ChildProcess start(String name, List<String> command, ExitStack exit) throws IOException {
        return start(name, new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT), exit);
    }

    /// Starts `command`, its standard error going to the file `log`.
    public static ChildProcess start(String name, List<String> command, Path log, ExitStack exit) throws IOException {
        return start(name, new ProcessBuilder(command).redirectError(log.toFile()), exit);
    }

    private static ChildProcess start(String name, ProcessBuilder builder, ExitStack exit) throws IOException {
        ChildProcess child = new ChildProcess(name, builder.start());
        exit.defer(child::close);
        return child;
    }

    /// Sends a line and returns the next line that comes.
    public String ask(String line, Duration deadline) throws IOException {
        input.write(line + "\n");
        input.flush();
        return nextLine(deadline);
    }

    /// The next line of standard output.
    ///
    /// @throws IOException when none came in time, or the process has ended
    public String nextLine(Duration deadline) throws IOException {
        try {
            String line = lines.poll(deadline.toNanos(), TimeUnit.NANOSECONDS);
            if (line == null) {
                throw new IOException(name + " said nothing within " + deadline.toSeconds() + " s");
            }
            if (line.equals(END)) {
                process.waitFor(STOP_TIME.toNanos(), TimeUnit.NANOSECONDS);
                throw new IOException(name + " ended" + (process.isAlive() ? "" : " with code " + process.exitValue()));
            }
            return line;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for " + name, e);
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    /// SIGKILL, and waits until the process is gone.
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /// SIGSTOP: it keeps its memory, its connections and its locks, and does nothing, until [#resume].
    public void stop() throws IOException {
        signal("STOP");
    }

    /// SIGCONT.
    public void resume() throws IOException {
        signal("CONT");
    }

    private void signal(String name) throws IOException {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
            if (!kill.waitFor(STOP_TIME.toNanos(), TimeUnit.NANOSECONDS) || kill.exitValue() != 0) {
                throw new IOException("cannot send SIG" + name + " to " + this.name);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while sending SIG" + name + " to " + this.name, e);
        }
    }

    /// SIGTERM, and SIGKILL when that takes too long.
    @Override
    public void close() {
        process.destroy();
        if (!awaitEnd()) {
            kill();
        }
    }

    private boolean awaitEnd() {
        try {
            return process.waitFor(STOP_TIME.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /// Lines beyond the bound are lost rather than the process held up: whoever floods is not listened to.
    private void readLines() {
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            reader.lines().forEach(lines::offer);
        } catch (IOException | UncheckedIOException e) {
            // The pipe broke: the process is being killed, and END says so.
        }
        while (!lines.offer(END)) {
            lines.poll();
        }
    }
}
