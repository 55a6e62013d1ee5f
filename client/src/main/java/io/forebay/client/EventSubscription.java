package io.forebay.client;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.core.events.EventPart;
import io.forebay.core.events.WatchEvents;
import io.forebay.wire.EventFlow;
import io.forebay.wire.EventReceiver;
import io.forebay.wire.NotServed;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A subscription to the masters' events that lasts over losses of the connection, until it is closed.
///
/// ```
/// asking ──Started──▶ listening ──lost──▶ waiting ──back-off──▶ asking (the next master)
///   └──no answer in time, refused──────────▲
/// ```
///
/// It goes on behind the last part that its listener has taken. A snapshot that was not whole is asked
/// for anew. Whoever begins again and again and hears nothing more, since what comes next cannot be read, say,
/// waits longer each time. When no master knows events, all are asked again after [RouterOptions#offFor] only. One
/// part is on its way at a time.
///
/// Everything is done in the tasks of one [Timer]; [#close] from any thread, the listener's own
/// included.
public final class EventSubscription implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EventSubscription.class);

    private final List<RouterConnection> masters;
    private final RouterOptions options;
    private final EventListener listener;
    private final Timer timer;
    private final BackOff backOff;
    private final boolean table;
    private WatchEvents request;
    private @Nullable EventFlow flow;
    /// Of the attempt that counts.
    private long attempt;
    private int master;
    private boolean listening;
    /// Nothing behind where it stands was heard in the attempt that counts.
    private boolean bare;
    /// So it was with the last one that was lost.
    private boolean barren;
    private int notServed;
    private long masterEpoch;
    private long heard;
    private volatile boolean closed;

    /// @param masters its own from now on, in the order in which they are asked
    /// @param surroundings its own timer, and chance
    EventSubscription(
            List<RouterConnection> masters,
            RouterOptions options,
            WatchEvents request,
            EventListener listener,
            Surroundings surroundings) {
        this.masters = List.copyOf(masters);
        this.options = options;
        this.request = request;
        this.table = request.table() || request.from() instanceof WatchEvents.FromSnapshot;
        this.listener = listener;
        this.timer = surroundings.timer();
        this.backOff = new BackOff(surroundings.random());
        timer.after(0, this::ask);
    }

    private void ask() {
        if (closed) {
            return;
        }
        attempt++;
        listening = false;
        long mine = attempt;
        timer.after(options.callTimeout().toNanos(), () -> expire(mine));
        EventFlow asked = masters.get(master).watchEvents(request, new Receiver(mine));
        flow = asked;
        if (closed) {
            asked.close();
        }
    }

    private void expire(long of) {
        if (of == attempt && !listening) {
            lost(of, Answer.failed(Remedy.RETRY, "no events came in time"));
        }
    }

    private void take(long of, EventPart part, Runnable more) {
        if (of != attempt || closed) {
            return;
        }
        try {
            if (!follows(part)) {
                request = anew();
                lost(of, Answer.failed(Remedy.RETRY, "an event is missing, so all are asked for anew"));
                return;
            }
            listener.part(part);
            taken(part);
            more.run();
        } catch (RuntimeException broken) {
            LOG.error("a listener of events failed; they are asked for anew", broken);
            request = anew();
            lost(of, Answer.failed(Remedy.RETRY, "the listener failed: " + broken));
        }
    }

    private WatchEvents anew() {
        return table ? WatchEvents.snapshot() : WatchEvents.now();
    }

    private boolean follows(EventPart part) {
        return switch (part) {
            case EventPart.Started _ -> true;
            case EventPart.Standing _, EventPart.Complete _ -> listening;
            case EventPart.Happened happened -> listening && happened.firstSequence() == heard + 1;
        };
    }

    private void taken(EventPart part) {
        if (!(part instanceof EventPart.Started)) {
            bare = false;
            backOff.reset();
        }
        switch (part) {
            case EventPart.Started started -> {
                listening = true;
                bare = true;
                notServed = 0;
                if (!barren) {
                    backOff.reset();
                }
                masterEpoch = started.masterEpoch();
                heard = started.sequence();
                request = started.snapshot() ? WatchEvents.snapshot() : behind();
            }
            case EventPart.Standing _ -> {}
            case EventPart.Complete _ -> request = behind();
            case EventPart.Happened happened -> {
                heard = happened.lastSequence();
                // Within a snapshot it is no use to go on from here.
                request = request.from() instanceof WatchEvents.FromSnapshot ? request : behind();
            }
        }
    }

    private WatchEvents behind() {
        return new WatchEvents(new WatchEvents.After(masterEpoch, heard), table);
    }

    private void lost(long of, Answer<EventPart> why) {
        if (of != attempt || closed) {
            return;
        }
        attempt++;
        barren = listening && bare;
        listening = false;
        end();
        notServed = NotServed.is(why) ? notServed + 1 : 0;
        master = (master + 1) % masters.size();
        try {
            listener.lost(why);
        } catch (RuntimeException broken) {
            LOG.error("a listener of events failed", broken);
        }
        long pause = backOff.next();
        if (notServed >= masters.size()) {
            notServed = 0;
            pause = Math.max(pause, TimeUnit.NANOSECONDS.convert(options.offFor()));
        }
        timer.after(pause, this::ask);
    }

    private void end() {
        EventFlow open = flow;
        flow = null;
        if (open != null) {
            open.close();
        }
    }

    boolean isClosed() {
        return closed;
    }

    /// Ends it. A listener that is being told something is told it to the end.
    @Override
    public void close() {
        closed = true;
        timer.close();
        masters.forEach(RouterConnection::close);
    }

    /// One stream's ear.
    private final class Receiver implements EventReceiver {
        private final long of;

        Receiver(long of) {
            this.of = of;
        }

        @Override
        public void part(EventPart part, Runnable more) {
            timer.after(0, () -> take(of, part, more));
        }

        @Override
        public void ended(Answer<EventPart> why) {
            timer.after(0, () -> lost(of, why));
        }
    }
}
