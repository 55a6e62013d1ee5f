package io.forebay.client;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.engine.Registered;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps one registration in force: connects, registers, maps, and begins again after a pause when any of it
/// fails or ends.
///
/// ```
/// attempt ──registered and mapped──▶ in force ──lost──▶ pause ──▶ attempt
///    └──refused, failed, no answer in time──▶ pause ──▶ attempt              close: from everywhere, for good
/// ```
///
/// All steps run on the timer, one at a time; other threads read `current` and wait for it to change.
final class Reconnector {
    private static final Logger log = LoggerFactory.getLogger(Reconnector.class);

    private final EngineOptions options;
    private final EngineConnector connector;
    private final Timer timer;
    private final BackOff backOff;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile @Nullable LiveRegistration current;
    private volatile Answer.@Nullable Refused<Registered> refusal;
    private volatile boolean closed;
    private @Nullable Attempt attempt;
    private String lastTrouble = "";

    Reconnector(EngineOptions options, EngineConnector connector, Timer timer, BackOff backOff) {
        this.options = options;
        this.connector = connector;
        this.timer = timer;
        this.backOff = backOff;
    }

    void start() {
        timer.after(0, this::begin);
    }

    /// The registration in force, if there is one.
    Optional<LiveRegistration> current() {
        return Optional.ofNullable(current);
    }

    /// Waits for a registration.
    ///
    /// @return false if there was none in time or the thread was interrupted (and stays so)
    /// @throws io.forebay.core.answer.InvalidInput if the node refuses the registration: waiting will not help
    boolean await(long timeoutNanos) {
        long left = timeoutNanos;
        lock.lock();
        try {
            while (current == null && left > 0 && !closed) {
                Answer.Refused<Registered> refused = refusal;
                if (refused != null) {
                    throw Refusal.asInput(refused);
                }
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
        return current != null;
    }

    /// Takes the registration out of force, for good, and hands it over to be ended. Then comes [#stop].
    Optional<LiveRegistration> retire() {
        lock.lock();
        try {
            closed = true;
            Optional<LiveRegistration> last = current();
            current = null;
            changed.signalAll();
            return last;
        } finally {
            lock.unlock();
        }
    }

    /// Ends what is left of an attempt, and the timer.
    void stop() {
        timer.after(0, () -> {
            Attempt running = attempt;
            if (running != null) {
                running.stop();
            }
            timer.close();
        });
    }

    private void begin() {
        if (!closed) {
            Attempt next = new Attempt();
            attempt = next;
            next.connect();
        }
    }

    private void retry(String trouble) {
        long pauseNanos = backOff.next();
        if (!trouble.equals(lastTrouble)) {
            log.warn("no registration with the node at {}: {}; trying again", options.nodeAddress(), trouble);
            lastTrouble = trouble;
        }
        timer.after(pauseNanos, this::begin);
    }

    private void publish(@Nullable LiveRegistration next, Answer.@Nullable Refused<Registered> refused) {
        lock.lock();
        try {
            current = closed ? null : next;
            refusal = refused;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// One connection, from its opening to its end. On the timer's thread, except that it is told of events
    /// anywhere.
    private final class Attempt {
        private @Nullable EngineConnection connection;
        private volatile @Nullable LiveRegistration live;
        private boolean over;

        private void connect() {
            try {
                EngineConnection opened = connector.connect(options.nodeAddress(), this::lostAnywhere);
                connection = opened;
                timer.after(options.callTimeoutNanos(), this::timedOut);
                PendingReply.<Registered>send(
                        then -> opened.protocol().register(options.registration(), then),
                        answer -> timer.after(0, () -> answered(opened, answer)));
            } catch (InvalidInput e) {
                fail(e.getMessage(), new Answer.Refused<>(e.field(), e.reason()));
            } catch (IOException | RuntimeException e) {
                fail(String.valueOf(e), null);
            }
        }

        /// On any thread: what is lost counts as ended at once, long before the timer comes to it.
        private void lostAnywhere() {
            LiveRegistration lost = live;
            if (lost != null) {
                lost.expire();
            }
            timer.after(0, () -> fail("the connection is lost", null));
        }

        private void timedOut() {
            if (live == null) {
                fail("no answer in " + options.callTimeout(), null);
            }
        }

        private void answered(EngineConnection opened, Answer<Registered> answer) {
            if (over) {
                return;
            }
            switch (answer) {
                case Answer.Ok<Registered> ok -> adopt(opened, ok.value());
                case Answer.Refused<Registered> refused -> fail(refused.field() + ": " + refused.message(), refused);
                case Answer.Failed<Registered> failed -> fail(failed.failure().message(), null);
            }
        }

        private void adopt(EngineConnection opened, Registered registered) {
            try {
                LiveRegistration made = LiveRegistration.open(options, opened, registered, this::lostAnywhere);
                live = made;
                backOff.reset();
                lastTrouble = "";
                log.info(
                        "registered {} rank {} with the node at {}",
                        options.instance(),
                        options.rank(),
                        options.nodeAddress());
                publish(made, null);
            } catch (IOException | RuntimeException e) {
                fail(String.valueOf(e), null);
            }
        }

        private void fail(String trouble, Answer.@Nullable Refused<Registered> refused) {
            if (!over) {
                stop();
                publish(null, refused);
                retry(trouble);
            }
        }

        private void stop() {
            over = true;
            LiveRegistration last = live;
            if (last != null) {
                last.end();
            } else if (connection != null) {
                connection.close();
            }
        }
    }
}
