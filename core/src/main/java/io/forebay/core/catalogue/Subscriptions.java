package io.forebay.core.catalogue;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.core.events.EventFigures;
import io.forebay.core.events.EventPart;
import io.forebay.core.events.EventPart.Gap;
import io.forebay.core.events.EventProtocol;
import io.forebay.core.events.EventTerms;
import io.forebay.core.events.SubscriptionId;
import io.forebay.core.events.WatchEvents;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The subscribers of the event stream: each with its place ([EventCursor]), and with its question
/// while that waits for something to happen. A slow one asks seldom and falls behind; it holds up
/// nobody. Confined to its [MasterShell]: what it says is between the drains, when all that happened is
/// safe.
final class Subscriptions implements EventProtocol {
    private static final class Subscriber {
        final EventCursor cursor;

        @Nullable
        Consumer<Answer<List<EventPart>>> waiting;

        Consumer<String> whenOver = why -> {};
        long takenNanos;

        Subscriber(EventCursor cursor, long nowNanos) {
            this.cursor = cursor;
            this.takenNanos = nowNanos;
        }
    }

    private final Catalogue catalogue;
    private final EventTerms terms;
    private final LongSupplier nanoClock;
    private final Map<SubscriptionId, Subscriber> subscriptions = new LinkedHashMap<>();
    private final Map<Gap, Long> gaps = new EnumMap<>(Gap.class);
    private long count;
    private long snapshots;
    private long stalled;
    private long broken;

    Subscriptions(Catalogue catalogue, EventTerms terms, LongSupplier nanoClock) {
        this.catalogue = catalogue;
        this.terms = terms;
        this.nanoClock = nanoClock;
        for (Gap gap : Gap.values()) {
            gaps.put(gap, 0L);
        }
    }

    @Override
    public void watchEvents(WatchEvents request, Consumer<Answer<SubscriptionId>> then) {
        if (subscriptions.size() >= terms.maxSubscribers()) {
            then.accept(Answer.failed(
                    Remedy.RETRY,
                    "the master has " + subscriptions.size() + " event subscribers; the limit is "
                            + terms.maxSubscribers() + " (events.max_subscribers)"));
            return;
        }
        catalogue.feed().ring().open(terms.ring());
        count++;
        SubscriptionId id = new SubscriptionId(catalogue.masterEpoch(), count);
        subscriptions.put(id, new Subscriber(catalogue.cursor(request, terms.partEntries()), nanoClock.getAsLong()));
        then.accept(Answer.ok(id));
    }

    @Override
    public void nextEvents(SubscriptionId id, Consumer<Answer<List<EventPart>>> then) {
        Subscriber subscriber = subscriptions.get(id);
        if (subscriber == null) {
            then.accept(Answer.failed(Remedy.RETRY, "the subscription is over"));
        } else if (subscriber.waiting != null) {
            then.accept(Answer.failed(Remedy.RETRY, "the subscription is being asked already"));
        } else {
            subscriber.waiting = then;
            tell(subscriber, nanoClock.getAsLong());
        }
    }

    @Override
    public void whenOver(SubscriptionId id, Consumer<String> then) {
        Subscriber subscriber = subscriptions.get(id);
        if (subscriber == null) {
            then.accept("the subscription is over");
        } else {
            subscriber.whenOver = then;
        }
    }

    @Override
    public void endEvents(SubscriptionId id) {
        end(id, "the subscription is over");
    }

    private void end(SubscriptionId id, String why) {
        Subscriber subscriber = subscriptions.remove(id);
        if (subscriber != null) {
            over(subscriber, why);
        }
    }

    /// Something may have happened, and time has passed. What fails is the end of one subscription, and nobody else's
    /// concern: the catalogue is as good as before.
    void wake() {
        if (subscriptions.isEmpty()) {
            return;
        }
        long now = nanoClock.getAsLong();
        for (Map.Entry<SubscriptionId, Subscriber> each : List.copyOf(subscriptions.entrySet())) {
            try {
                wake(each.getKey(), each.getValue(), now);
            } catch (RuntimeException failed) {
                broken++;
                broke(each.getKey(), failed);
            }
        }
    }

    private void wake(SubscriptionId id, Subscriber subscriber, long nowNanos) {
        tell(subscriber, nowNanos);
        if (subscriber.waiting == null && nowNanos - subscriber.takenNanos >= EventTerms.STALL_NANOS) {
            stalled++;
            end(id, "nothing was taken of the subscription for 60 s");
        }
    }

    private void broke(SubscriptionId id, RuntimeException why) {
        try {
            end(id, "the event stream failed: " + why);
        } catch (RuntimeException again) {
            why.addSuppressed(again); // it cannot even be told so
        }
    }

    private void tell(Subscriber subscriber, long nowNanos) {
        Consumer<Answer<List<EventPart>>> then = subscriber.waiting;
        if (then != null && subscriber.cursor.hasParts()) {
            List<EventPart> parts = subscriber.cursor.take();
            parts.forEach(this::tally);
            subscriber.waiting = null;
            subscriber.takenNanos = nowNanos;
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
        List<Subscriber> ended = List.copyOf(subscriptions.values());
        subscriptions.clear();
        ended.forEach(subscriber -> over(subscriber, why));
    }

    private static void over(Subscriber subscriber, String why) {
        subscriber.cursor.end();
        Consumer<Answer<List<EventPart>>> then = subscriber.waiting;
        subscriber.waiting = null;
        if (then != null) {
            then.accept(Answer.failed(Remedy.RETRY, why));
        } else {
            subscriber.whenOver.accept(why);
        }
    }

    EventFigures figures() {
        return new EventFigures(subscriptions.size(), catalogue.feed().ring().last(), snapshots, gaps, stalled, broken);
    }
}
