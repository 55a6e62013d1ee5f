package io.forebay.bench.cluster;

import io.forebay.bench.process.ChildProcess;
import io.forebay.bench.process.ExitStack;
import io.forebay.bench.process.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A master or a node in a process of its own, its log in a file.
final class ServerProcess {
    private static final int TOLD_LINES = 20;

    private final ChildProcess process;
    private final Path log;

    private ServerProcess(ChildProcess process, Path log) {
        this.process = process;
        this.log = log;
    }

    /// Starts it; it is stopped when `exit` ends, and by the system if this process is killed, where the system can.
    ///
    /// @param java runs the `forebay` command
    static ServerProcess start(String name, List<String> java, Path logs, ExitStack exit) throws IOException {
        List<String> command = new ArrayList<>();
        Program.find("setpriv").ifPresent(program -> command.addAll(List.of(program, "--pdeathsig", "TERM")));
        command.addAll(java);
        Path log = logs.resolve(name + ".log");
        return new ServerProcess(ChildProcess.start(name, command, log, exit), log);
    }

    /// Waits until it says where it listens.
    ///
    /// @throws IOException with the end of its log, when it ends first or takes too long
    ReadyLine awaitReady(Duration deadline) throws IOException {
        long end = System.nanoTime() + deadline.toNanos();
        try {
            while (true) {
                String line = process.nextLine(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
                Optional<ReadyLine> ready = ReadyLine.parse(line);
                if (ready.isPresent()) {
                    return ready.get();
                }
            }
        } catch (IOException e) {
            throw new IOException(e.getMessage() + "; the end of its log:\n" + logEnd(), e);
        }
    }

    private String logEnd() throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - TOLD_LINES), lines.size()));
    }

    /// SIGKILL.
    void kill() {
        process.kill();
    }

    /// SIGTERM, and waits for the end.
    void leave() {
        process.close();
    }

    /// SIGSTOP.
    void stop() throws IOException {
        process.stop();
    }

    /// SIGCONT.
    void resume() throws IOException {
        process.resume();
    }
}
