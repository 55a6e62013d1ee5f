package io.forebay.cli;

import io.forebay.server.running.Ending;
import io.forebay.server.running.RunningServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A server's life as a process: until SIGTERM or Ctrl-C, which end it with 0, or until the server must end by
/// itself. Either way closing takes no longer than its bound; then the process goes.
final class Lifetime {
    private static final Logger LOG = LoggerFactory.getLogger(Lifetime.class);

    private final RunningServer server;
    private final Duration bound;
    private final AtomicInteger exitCode = new AtomicInteger(ExitCode.DONE);

    Lifetime(RunningServer server, Duration bound) {
        this.server = server;
        this.bound = bound;
    }

    /// Closes the server when the process ends, for whatever reason.
    void endWithProcess() {
        Runtime.getRuntime().addShutdownHook(new Thread(this::end, "forebay-shutdown"));
    }

    /// Waits until the server must end by itself, and says with which exit code.
    int await() throws InterruptedException {
        CompletableFuture<Ending> ending = server.ending().toCompletableFuture();
        try {
            int code = switch (ending.get()) {
                case SUPERSEDED -> ExitCode.SUPERSEDED;
                case BROKEN -> ExitCode.FAILED;
            };
            exitCode.set(code);
            return code;
        } catch (ExecutionException impossible) {
            LOG.error("the server's ending failed", impossible);
            return ExitCode.FAILED;
        }
    }

    /// Runs as the shutdown hook: the JVM's own code for a signal (143) is replaced, since ending when told is
    /// success.
    private void end() {
        LOG.info("told to end; closing");
        boolean closed = closeWithin(server, bound);
        if (closed) {
            LOG.info("closed");
        } else {
            LOG.atWarn().addKeyValue("bound", bound).log("closing took too long; what is left goes with the process");
        }
        Runtime.getRuntime().halt(exitCode.get());
    }

    /// True when closing ended in time.
    static boolean closeWithin(RunningServer server, Duration bound) {
        Thread closer = Thread.ofPlatform().name("forebay-close").daemon(true).start(server::close);
        try {
            return closer.join(bound);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
