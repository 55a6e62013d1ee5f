package io.forebay.core.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.TestKeys;
import io.forebay.core.events.EventPart;
import io.forebay.core.events.EventPart.Gap;
import io.forebay.core.events.EventTerms;
import io.forebay.core.events.ReplicaEvent;
import io.forebay.core.events.ReplicaPlace;
import io.forebay.core.events.SubscriptionId;
import io.forebay.core.events.WatchEvents;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Random commands while subscribers listen who are slow, lose their connections and come back:
/// whenever one has heard all there is, its table is the master's.
class ReplicaEventsTest {
    private static final int SEEDS = 60;
    private static final int STEPS = 300;

    @Test
    void whatIsReplayedIsTheMastersTable() {
        long gaps = 0;
        long resumed = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            Run run = new Run(new SplittableRandom(seed), "seed " + seed);
            run.play();
            gaps += run.subscriptions.figures().gaps().getOrDefault(Gap.BEHIND, 0L);
            resumed += run.subscribers.stream().mapToLong(each -> each.resumed).sum();
        }
        assertTrue(gaps > SEEDS && resumed > SEEDS, "both are met: " + gaps + " gaps, resumed " + resumed);
    }

    private static final class Run {
        private final SplittableRandom random;
        private final String where;
        private final CatalogueFixture real = new CatalogueFixture();
        private final Subscriptions subscriptions;
        private final List<Subscriber> subscribers = new ArrayList<>();

        Run(SplittableRandom random, String where) {
            this.random = random;
            this.where = where;
            EventTerms terms = new EventTerms(4 + random.nextInt(60), 3, 1 + random.nextInt(6));
            subscriptions = new Subscriptions(real.catalogue, terms, () -> real.now);
            for (int i = 0; i < 3; i++) {
                subscribers.add(new Subscriber(subscriptions));
            }
        }

        void play() {
            RandomCommands commands = new RandomCommands(random);
            for (int step = 0; step < STEPS; step++) {
                real.now += random.nextInt(10) == 0 ? random.nextInt(30) : random.nextInt(3);
                step(commands);
                subscriptions.wake();
                for (int i = 0; i < subscribers.size(); i++) {
                    if (random.nextInt(1 + 2 * i) == 0) {
                        subscribers.get(i).ask();
                    }
                    if (random.nextInt(20) == 0) {
                        subscribers.get(i).loseConnection();
                    }
                    subscribers.get(i).assertExact(real, where + ", step " + step);
                }
            }
            hearTheRest();
        }

        private void step(RandomCommands commands) {
            Command command = commands.next();
            Reply reply = real.step(command);
            commands.heard(reply);
            if (command instanceof LedgerBatch batch && reply instanceof LedgerReply.OutOfOrder order) {
                real.step(numbered(batch, order.expected()));
            }
        }

        private static LedgerBatch numbered(LedgerBatch batch, long number) {
            return new LedgerBatch(
                    batch.node(),
                    batch.session(),
                    batch.tier(),
                    number,
                    batch.caughtUp(),
                    batch.inventoryEnd(),
                    batch.gone(),
                    batch.retire(),
                    batch.register(),
                    batch.leases());
        }

        private void hearTheRest() {
            for (Subscriber subscriber : subscribers) {
                while (!subscriber.waits) {
                    subscriber.ask();
                }
                assertTrue(subscriber.whole, where);
                subscriber.assertExact(real, where);
            }
        }
    }

    /// Keeps a table as the parts say, by the rules of [EventPart] alone.
    private static final class Subscriber {
        private final Subscriptions subscriptions;
        private final Set<ReplicaPlace> table = new HashSet<>();
        private @Nullable SubscriptionId id;
        private long epoch;
        private long heard;
        private boolean whole;
        private boolean waits;
        private long resumed;

        Subscriber(Subscriptions subscriptions) {
            this.subscriptions = subscriptions;
        }

        void ask() {
            if (id == null) {
                WatchEvents request =
                        whole ? new WatchEvents(new WatchEvents.After(epoch, heard), true) : WatchEvents.snapshot();
                subscriptions.watchEvents(request, answer -> id = ((Answer.Ok<SubscriptionId>) answer).value());
            }
            SubscriptionId asked = id;
            if (!waits && asked != null) {
                waits = true;
                subscriptions.nextEvents(asked, answer -> heard(asked, answer));
            }
        }

        private void heard(SubscriptionId of, Answer<List<EventPart>> answer) {
            if (of.equals(id)) {
                waits = false;
                ((Answer.Ok<List<EventPart>>) answer).value().forEach(this::take);
            }
        }

        void loseConnection() {
            SubscriptionId lost = id;
            id = null;
            waits = false;
            if (lost != null) {
                subscriptions.endEvents(lost);
            }
        }

        private void take(EventPart part) {
            switch (part) {
                case EventPart.Started started -> {
                    resumed += whole && !started.snapshot() ? 1 : 0;
                    assertTrue(started.snapshot() || (whole && started.sequence() == heard));
                    epoch = started.masterEpoch();
                    heard = started.sequence();
                    if (started.snapshot()) {
                        table.clear();
                        whole = false;
                    }
                }
                case EventPart.Standing standing -> table.addAll(standing.places());
                case EventPart.Complete complete -> {
                    assertEquals(heard, complete.sequence());
                    whole = true;
                }
                case EventPart.Happened happened -> {
                    assertEquals(heard + 1, happened.firstSequence(), "no holes");
                    heard = happened.lastSequence();
                    happened.events().forEach(this::follow);
                }
            }
        }

        private void follow(ReplicaEvent event) {
            switch (event) {
                case ReplicaEvent.Stored stored -> assertTrue(table.add(stored.place()) || !whole, "once");
                case ReplicaEvent.Removed removed -> assertTrue(table.remove(removed.place()) || !whole, "once");
                case ReplicaEvent.OwnerGone gone ->
                    table.removeIf(place -> place.session().equals(gone.session()));
            }
        }

        void assertExact(CatalogueFixture real, String where) {
            if (whole && heard == real.catalogue.feed().ring().last()) {
                assertEquals(standing(real), table, where);
            }
        }
    }

    private static Set<ReplicaPlace> standing(CatalogueFixture real) {
        Set<ReplicaPlace> all = new HashSet<>();
        for (BlockHash hash : TestKeys.hashes(0, RandomCommands.KEYS)) {
            real.catalogue
                    .replicas(hash, real.now)
                    .forEach((namespace, replicas) -> replicas.stream()
                            .filter(each -> real.catalogue.isOpen(each.session()))
                            .forEach(each -> all.add(new ReplicaPlace(
                                    each.node(), each.session(), each.tier(), new BlockKey(namespace, hash)))));
        }
        return all;
    }
}
