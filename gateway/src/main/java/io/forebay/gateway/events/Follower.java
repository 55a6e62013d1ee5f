package io.forebay.gateway.events;

import io.forebay.core.answer.Answer;
import io.forebay.core.events.EventPart;
import io.forebay.core.events.EventProtocol;
import io.forebay.core.events.SubscriptionId;
import io.forebay.core.events.WatchEvents;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A subscriber of the master's event stream that begins with a snapshot, and subscribes again behind what it has
/// heard when its subscription ends. The master keeps its place and never waits for it: who is slow hears of a gap,
/// and gets a snapshot.
///
/// ```
/// (no line) ──watchEvents──▶ opening ──id──▶ open: asked ⇄ answered
///     ▲                         └── no answer for 10 s, a failure ──┐
///     └────────────── a pause of 100 ms ◀───────────────────────────┘
/// ```
///
/// One thread's, but for what the master calls.
final class Follower {
    private static final Logger LOG = LoggerFactory.getLogger(Follower.class);
    private static final long OPENING_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /// One subscription. The master answers one question at a time, so that one place is enough.
    private static final class Line {
        final BlockingQueue<Answer<SubscriptionId>> opened = new ArrayBlockingQueue<>(1);
        final BlockingQueue<Answer<List<EventPart>>> answers = new ArrayBlockingQueue<>(1);
        final long openedNanos;

        @Nullable
        SubscriptionId id;

        boolean asked;

        Line(long nowNanos) {
            openedNanos = nowNanos;
        }
    }

    private final EventProtocol events;
    private final LongSupplier nanoClock;
    private WatchEvents request = WatchEvents.snapshot();
    private @Nullable Line line;
    private long epoch;
    private long pausedUntilNanos;

    Follower(EventProtocol events, LongSupplier nanoClock) {
        this.events = events;
        this.nanoClock = nanoClock;
        this.pausedUntilNanos = nanoClock.getAsLong();
    }

    /// What comes next, in order; nothing if that takes longer.
    List<EventPart> next(long timeoutNanos) throws InterruptedException {
        long pauseNanos = pausedUntilNanos - nanoClock.getAsLong();
        if (line == null && pauseNanos > 0) {
            LockSupport.parkNanos(Math.min(pauseNanos, timeoutNanos));
            return List.of();
        }
        Line current = line();
        SubscriptionId id = id(current, timeoutNanos);
        if (id == null) {
            return List.of();
        }
        if (!current.asked) {
            current.asked = true;
            events.nextEvents(id, current.answers::offer);
        }
        Answer<List<EventPart>> answer = current.answers.poll(timeoutNanos, TimeUnit.NANOSECONDS);
        if (answer == null) {
            return List.of();
        }
        current.asked = false;
        if (answer instanceof Answer.Ok<List<EventPart>>(List<EventPart> parts)) {
            parts.forEach(this::taken);
            return parts;
        }
        lost(answer.problem());
        return List.of();
    }

    private Line line() {
        Line current = line;
        if (current == null) {
            Line opening = new Line(nanoClock.getAsLong());
            line = opening;
            events.watchEvents(request, opening.opened::offer);
            return opening;
        }
        return current;
    }

    private @Nullable SubscriptionId id(Line current, long timeoutNanos) throws InterruptedException {
        if (current.id != null) {
            return current.id;
        }
        Answer<SubscriptionId> answer = current.opened.poll(timeoutNanos, TimeUnit.NANOSECONDS);
        if (answer instanceof Answer.Ok<SubscriptionId>(SubscriptionId id)) {
            current.id = id;
        } else if (answer != null) {
            lost(answer.problem());
        } else if (nanoClock.getAsLong() - current.openedNanos > OPENING_NANOS) {
            lost("the master does not answer");
        }
        return current.id;
    }

    private void taken(EventPart part) {
        switch (part) {
            case EventPart.Started started -> {
                epoch = started.masterEpoch();
                request = started.snapshot() ? WatchEvents.snapshot() : behind(started.sequence());
            }
            case EventPart.Standing _ -> {}
            case EventPart.Complete complete -> request = behind(complete.sequence());
            case EventPart.Happened happened ->
                // Within a snapshot it is no use to go on from here.
                request =
                        request.from() instanceof WatchEvents.FromSnapshot ? request : behind(happened.lastSequence());
        }
    }

    private WatchEvents behind(long sequence) {
        return new WatchEvents(new WatchEvents.After(epoch, sequence), true);
    }

    private void lost(String why) {
        LOG.atDebug().addKeyValue("why", why).log("the master's event stream is asked for again");
        end();
        pausedUntilNanos = nanoClock.getAsLong() + PAUSE_NANOS;
    }

    /// Begins again with a snapshot.
    void startOver() {
        end();
        request = WatchEvents.snapshot();
    }

    /// Gives its place back. It may go on later.
    void end() {
        Line ended = line;
        line = null;
        if (ended != null && ended.id != null) {
            events.endEvents(ended.id);
        }
    }
}
