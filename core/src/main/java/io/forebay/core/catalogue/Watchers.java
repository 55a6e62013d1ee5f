package io.forebay.core.catalogue;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.core.events.EventFigures;
import io.forebay.core.events.EventPart;
import io.forebay.core.events.EventPart.Gap;
import io.forebay.core.events.EventProtocol;
import io.forebay.core.events.EventTerms;
import io.forebay.core.events.WatchEvents;
import io.forebay.core.events.WatcherId;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The subscribers of the event stream: each with its place ([EventCursor]), and with its question while that waits for
/// something to happen. A slow one asks seldom and falls behind; it holds up nobody. Confined to its [MasterShell]:
/// what it says is between the drains, when all that happened is safe.
final class Watchers implements EventProtocol {
    private static final class Watcher {
        final EventCursor cursor;

        @Nullable
        Consumer<Answer<List<EventPart>>> waiting;

        long takenNanos;

        Watcher(EventCursor cursor, long nowNanos) {
            this.cursor = cursor;
            this.takenNanos = nowNanos;
        }
    }

    private final Catalogue catalogue;
    private final EventTerms terms;
    private final LongSupplier nanoClock;
    private final Map<WatcherId, Watcher> watchers = new LinkedHashMap<>();
    private final Map<Gap, Long> gaps = new EnumMap<>(Gap.class);
    private long count;
    private long snapshots;
    private long stalled;

    Watchers(Catalogue catalogue, EventTerms terms, LongSupplier nanoClock) {
        this.catalogue = catalogue;
        this.terms = terms;
        this.nanoClock = nanoClock;
        for (Gap gap : Gap.values()) {
            gaps.put(gap, 0L);
        }
    }

    @Override
    public void watchEvents(WatchEvents request, Consumer<Answer<WatcherId>> then) {
        if (watchers.size() >= terms.maxSubscribers()) {
            then.accept(Answer.failed(
                    Remedy.RETRY,
                    "the master has " + watchers.size() + " event subscribers; the limit is " + terms.maxSubscribers()
                            + " (events.max_subscribers)"));
            return;
        }
        catalogue.feed().ring().open(terms.ring());
        count++;
        WatcherId id = new WatcherId(catalogue.masterEpoch(), count);
        watchers.put(id, new Watcher(catalogue.cursor(request, terms.partEntries()), nanoClock.getAsLong()));
        then.accept(Answer.ok(id));
    }

    @Override
    public void nextEvents(WatcherId id, Consumer<Answer<List<EventPart>>> then) {
        Watcher watcher = watchers.get(id);
        if (watcher == null) {
            then.accept(Answer.failed(Remedy.RETRY, "the subscription is over"));
        } else if (watcher.waiting != null) {
            then.accept(Answer.failed(Remedy.RETRY, "the subscription is being asked already"));
        } else {
            watcher.waiting = then;
            tell(watcher, nanoClock.getAsLong());
        }
    }

    @Override
    public void endEvents(WatcherId id) {
        Watcher watcher = watchers.remove(id);
        if (watcher != null) {
            over(watcher, "the subscription is over");
        }
    }

    /// Something may have happened, and time has passed.
    void wake() {
        if (watchers.isEmpty()) {
            return;
        }
        long now = nanoClock.getAsLong();
        for (Map.Entry<WatcherId, Watcher> each : List.copyOf(watchers.entrySet())) {
            Watcher watcher = each.getValue();
            tell(watcher, now);
            if (watcher.waiting == null && now - watcher.takenNanos >= EventTerms.STALL_NANOS) {
                stalled++;
                endEvents(each.getKey());
            }
        }
    }

    private void tell(Watcher watcher, long nowNanos) {
        Consumer<Answer<List<EventPart>>> then = watcher.waiting;
        if (then != null && watcher.cursor.hasParts()) {
            watcher.waiting = null;
            watcher.takenNanos = nowNanos;
            List<EventPart> parts = watcher.cursor.take();
            parts.forEach(this::tally);
            then.accept(Answer.ok(parts));
        }
    }

    private void tally(EventPart part) {
        if (part instanceof EventPart.Started started) {
            started.gap().ifPresent(gap -> gaps.merge(gap, 1L, Long::sum));
            snapshots += started.snapshot() ? 1 : 0;
        }
    }

    /// All of them are over.
    void endAll(String why) {
        List<Watcher> ended = List.copyOf(watchers.values());
        watchers.clear();
        ended.forEach(watcher -> over(watcher, why));
    }

    private static void over(Watcher watcher, String why) {
        watcher.cursor.end();
        Consumer<Answer<List<EventPart>>> then = watcher.waiting;
        watcher.waiting = null;
        if (then != null) {
            then.accept(Answer.failed(Remedy.RETRY, why));
        }
    }

    EventFigures figures() {
        return new EventFigures(watchers.size(), catalogue.feed().ring().last(), snapshots, gaps, stalled);
    }
}
