package io.forebay.gateway.resp;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What is known of one client: whether it may ask, by what name it goes, the commands that it has queued. Carries out
/// one request after the other. Gateway thread only.
final class Session {
    private static final int MOST_QUEUED = 4_096;
    private static final long MOST_QUEUED_BYTES = 8 << 20;
    private static final int BYTES_OF_ARGUMENT = 64;

    private final long id;
    private final Gate gate;
    private final Replies replies;
    private final Runnable onResumed;
    private boolean authenticated;
    private byte[] name = {};
    private @Nullable List<Request> queued;
    private boolean queueBroken;
    private final ArrayDeque<Request> executing = new ArrayDeque<>();
    private @Nullable Request running;
    private boolean paused;
    private boolean quits;
    private boolean failed;
    private long queuedBytes;
    private RespCounters.Outcome outcome = RespCounters.Outcome.OK;

    /// What all sessions have in common.
    ///
    /// @param password empty: none is asked for
    record Gate(Store store, Commands commands, RespCounters counters, String password, ServerFacts facts) {}

    /// @param onResumed called when a request that had paused has been answered
    Session(long id, Gate gate, Replies replies, Runnable onResumed) {
        this.id = id;
        this.gate = gate;
        this.replies = replies;
        this.onResumed = onResumed;
        this.authenticated = gate.password().isEmpty();
    }

    long id() {
        return id;
    }

    Store store() {
        return gate.store();
    }

    Replies replies() {
        return replies;
    }

    Gate gate() {
        return gate;
    }

    boolean isAuthenticated() {
        return authenticated;
    }

    void authenticate() {
        authenticated = true;
    }

    byte[] name() {
        return name;
    }

    void name(byte[] chosen) {
        name = chosen;
    }

    /// The connection ends after this reply.
    void quit() {
        quits = true;
    }

    boolean quits() {
        return quits;
    }

    /// Whether a reply is still to come.
    boolean isPaused() {
        return paused;
    }

    /// Gives `then` the value of an entry, or null for none, at once or when it has been read; the session lets it go
    /// afterwards.
    void value(@Nullable Entry entry, Consumer<@Nullable Value> then) {
        if (entry == null) {
            then.accept(null);
            return;
        }
        boolean now = entry.value != null;
        if (!now) {
            pause();
        }
        store().value(entry, value -> {
            then.accept(value);
            if (value != null) {
                store().room().letGo(value);
            }
            if (!now) {
                resume();
            }
        });
    }

    /// The command that runs replies later; it calls [#resume] then.
    void pause() {
        paused = true;
    }

    /// The reply has been made.
    void resume() {
        paused = false;
        end();
        onResumed.run();
    }

    /// Carries a request out, queues it, or says why not. The session owns it from now on.
    void run(Request request) {
        Command command = request.command();
        String refusal = request.refusal();
        if (refusal == null && command != null) {
            refusal = misfit(command, request);
        }
        if (refusal != null || command == null) {
            refuse(refusal == null ? "ERR unknown command" : refusal);
            request.close();
        } else if (queued != null && !Transactions.isImmediate(command)) {
            queue(request);
        } else {
            start(request);
        }
    }

    private static @Nullable String misfit(Command command, Request request) {
        boolean fits = request.size() >= command.least() && request.size() <= command.most();
        return fits
                ? null
                : "ERR wrong number of arguments for '" + command.name().toLowerCase(java.util.Locale.ROOT)
                        + "' command";
    }

    private void refuse(String why) {
        replies.error(why);
        queueBroken |= queued != null;
        gate.counters().count(RespCounters.Outcome.ERROR);
        replies.takeFailed();
        failed = true;
    }

    /// Whether an error was replied since the last call.
    boolean takeFailed() {
        boolean was = failed;
        failed = false;
        return was;
    }

    private void start(Request request) {
        running = request;
        Command command = java.util.Objects.requireNonNull(request.command());
        command.action().run(this, request);
        if (!paused) {
            end();
        }
    }

    private void end() {
        Request done = running;
        running = null;
        if (done != null) {
            done.close();
            boolean error = replies.takeFailed();
            failed |= error;
            gate.counters().count(error ? RespCounters.Outcome.ERROR : outcome);
            outcome = RespCounters.Outcome.OK;
        }
    }

    /// How the command that runs counts, unless it fails.
    void outcome(boolean hit) {
        outcome = hit ? RespCounters.Outcome.HIT : RespCounters.Outcome.MISS;
    }

    /// Whether a transaction has commands left, which come before anything else.
    boolean hasMore() {
        return !executing.isEmpty();
    }

    /// Carries the next of them out.
    void next() {
        start(executing.remove());
    }

    private void queue(Request request) {
        List<Request> all = java.util.Objects.requireNonNull(queued);
        queuedBytes += request.keptBytes() + (long) BYTES_OF_ARGUMENT * request.size();
        if (all.size() == MOST_QUEUED || queuedBytes > MOST_QUEUED_BYTES) {
            refuse("ERR a transaction has at most " + MOST_QUEUED + " commands of " + MOST_QUEUED_BYTES + " bytes");
            request.close();
        } else {
            all.add(request);
            replies.simple("QUEUED");
        }
    }

    /// Begins a transaction; false in the middle of one.
    boolean multi() {
        if (queued != null) {
            return false;
        }
        queued = new ArrayList<>();
        queueBroken = false;
        queuedBytes = 0;
        return true;
    }

    /// Ends the transaction's queue.
    ///
    /// @return what it has; null outside of one
    @Nullable
    List<Request> takeQueued() {
        List<Request> all = queued;
        queued = null;
        return all;
    }

    /// Whether something was refused in the transaction.
    boolean isQueueBroken() {
        return queueBroken;
    }

    /// These are carried out before anything else of this client.
    void execute(List<Request> all) {
        executing.addAll(all);
    }

    /// Gives everything back; a request that has paused ends by itself.
    void close() {
        List<Request> left = queued == null ? List.of() : queued;
        queued = null;
        left.forEach(Request::close);
        executing.forEach(Request::close);
        executing.clear();
    }
}
