package io.forebay.core.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.TestKeys;
import io.forebay.core.events.EventPart;
import io.forebay.core.events.EventPart.Gap;
import io.forebay.core.events.EventTerms;
import io.forebay.core.events.ReplicaEvent;
import io.forebay.core.events.ReplicaEvent.GoneCause;
import io.forebay.core.events.ReplicaEvent.RemovedCause;
import io.forebay.core.events.ReplicaEvent.StoredCause;
import io.forebay.core.events.ReplicaPlace;
import io.forebay.core.events.SubscriptionId;
import io.forebay.core.events.WatchEvents;
import io.forebay.core.prefetch.TaskAttempt;
import io.forebay.core.prefetch.TaskId;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What one subscriber hears, part by part.
class SubscriptionsTest {
    private static final NodeId NODE = new NodeId("a");

    private final CatalogueFixture real = new CatalogueFixture();
    private final Subscriptions subscriptions =
            new Subscriptions(real.catalogue, new EventTerms(4, 2, 2), () -> real.now);
    private final List<Answer<List<EventPart>>> heard = new ArrayList<>();

    @Test
    void eachChangeIsToldWithItsCause() {
        SubscriptionId id = watch(WatchEvents.now());
        SessionId session = real.session("a", 1);
        batch(session, 1, new Named(List.of(), List.of(), keys(0, 1), List.of()));
        ReplicaEvent first = events(id, 1).getFirst();
        assertEquals(new ReplicaEvent.Stored(place(session, 0), StoredCause.INVENTORY), first);
        Promoted promoted = new Promoted(new TaskAttempt(new TaskId(1), 1), TestKeys.key(1));
        batch(session, 2, new Named(List.of(), List.of(), keys(1, 3), List.of(promoted)));
        assertEquals(
                List.of(
                        new ReplicaEvent.Stored(place(session, 1), StoredCause.PROMOTED),
                        new ReplicaEvent.Stored(place(session, 2), StoredCause.REGISTERED)),
                events(id, 2));
        batch(session, 3, new Named(keys(0, 1), keys(1, 2), List.of(), List.of()));
        assertEquals(
                List.of(
                        new ReplicaEvent.Removed(place(session, 0), RemovedCause.LOST),
                        new ReplicaEvent.Removed(place(session, 1), RemovedCause.EVICTED)),
                events(id, 4));
        real.session("a", 2);
        assertEquals(List.of(new ReplicaEvent.OwnerGone(NODE, session, GoneCause.REPLACED)), events(id, 6));
    }

    @Test
    void whatChangesNothingIsNoEvent() {
        SubscriptionId id = watch(WatchEvents.now());
        SessionId session = real.nodeWith("a", keys(0, 1));
        assertEquals(1, events(id, 1).size());
        batch(session, 2, new Named(keys(5, 6), keys(6, 7), keys(0, 1), List.of()));
        ask(id);
        assertTrue(heard.isEmpty(), "it waits");
    }

    @Test
    void aSilentNodeKeepsItsReplicasAndAnExpiredOneLosesThem() {
        SessionId session = real.nodeWith("a", keys(0, 1));
        SubscriptionId id = watch(WatchEvents.now());
        real.now += CatalogueFixture.STALE;
        real.tick();
        ask(id);
        assertTrue(heard.isEmpty(), "silence is no event");
        real.now += CatalogueFixture.EXPIRY;
        real.tick();
        subscriptions.wake();
        assertEquals(
                List.of(new EventPart.Happened(
                        2, List.of(new ReplicaEvent.OwnerGone(NODE, session, GoneCause.EXPIRED)))),
                taken());
    }

    @Test
    void aSnapshotComesInPartsWithWhatHappensMeanwhile() {
        SessionId session = real.nodeWith("a", keys(0, 3));
        SubscriptionId id = watch(WatchEvents.snapshot());
        assertEquals(
                List.of(
                        new EventPart.Started(CatalogueFixture.EPOCH, 3, Optional.empty(), true),
                        new EventPart.Standing(List.of(place(session, 2), place(session, 1)))),
                next(id));
        batch(session, 2, new Named(List.of(), keys(0, 1), keys(3, 4), List.of()));
        assertEquals(
                List.of(
                        new EventPart.Happened(
                                4,
                                List.of(
                                        new ReplicaEvent.Removed(place(session, 0), RemovedCause.EVICTED),
                                        new ReplicaEvent.Stored(place(session, 3), StoredCause.REGISTERED))),
                        new EventPart.Complete(5)),
                next(id));
    }

    /// Else it would be told of a replica before the event that brings it, and be whole too early.
    @Test
    void noSliceIsTakenWhileEventsWait() {
        SessionId session = real.nodeWith("a", keys(0, 3));
        SubscriptionId id = watch(WatchEvents.snapshot());
        next(id);
        batch(session, 2, new Named(List.of(), List.of(), keys(3, 6), List.of()));
        assertEquals(
                List.of(new EventPart.Happened(
                        4,
                        List.of(
                                new ReplicaEvent.Stored(place(session, 3), StoredCause.REGISTERED),
                                new ReplicaEvent.Stored(place(session, 4), StoredCause.REGISTERED)))),
                next(id));
        assertEquals(
                List.of(
                        new EventPart.Happened(
                                6, List.of(new ReplicaEvent.Stored(place(session, 5), StoredCause.REGISTERED))),
                        new EventPart.Standing(List.of(place(session, 0))),
                        new EventPart.Complete(6)),
                next(id));
    }

    @Test
    void aSlowOneHearsOfTheGapAndGetsASnapshot() {
        SubscriptionId id = watch(WatchEvents.snapshot());
        next(id);
        SessionId session = real.nodeWith("a", keys(0, 5));
        assertEquals(
                new EventPart.Started(CatalogueFixture.EPOCH, 5, Optional.of(Gap.BEHIND), true), next(id).getFirst());
        assertEquals(List.of(new EventPart.Standing(List.of(place(session, 2), place(session, 1)))), next(id));
        assertEquals(1, subscriptions.figures().gaps().get(Gap.BEHIND));
        assertEquals(2, subscriptions.figures().snapshots());
    }

    @Test
    void whoKeepsNoTableGoesOnFromThePresent() {
        SubscriptionId id = watch(WatchEvents.now());
        real.nodeWith("a", keys(0, 5));
        assertEquals(
                List.of(new EventPart.Started(CatalogueFixture.EPOCH, 5, Optional.of(Gap.BEHIND), false)), next(id));
    }

    @Test
    void itGoesOnWhereItWasOrSaysWhyNot() {
        watch(WatchEvents.now());
        real.nodeWith("a", keys(0, 6));
        long epoch = CatalogueFixture.EPOCH;
        assertEquals(Optional.empty(), begin(epoch, 2).gap());
        assertEquals(2, begin(epoch, 2).sequence());
        assertEquals(Optional.of(Gap.BEHIND), begin(epoch, 1).gap());
        assertEquals(Optional.of(Gap.EPOCH), begin(epoch, 7).gap());
        assertEquals(Optional.of(Gap.EPOCH), begin(epoch - 1, 6).gap());
        assertTrue(begin(epoch - 1, 6).snapshot());
    }

    private EventPart.Started begin(long epoch, long sequence) {
        SubscriptionId id = watch(new WatchEvents(new WatchEvents.After(epoch, sequence), true));
        EventPart.Started started = (EventPart.Started) next(id).getFirst();
        subscriptions.endEvents(id);
        return started;
    }

    @Test
    void oneTooManyIsToldTheLimit() {
        watch(WatchEvents.now());
        SubscriptionId second = watch(WatchEvents.now());
        List<String> problems = new ArrayList<>();
        subscriptions.watchEvents(WatchEvents.now(), answer -> problems.add(answer.problem()));
        assertEquals(List.of("the master has 2 event subscribers; the limit is 2 (events.max_subscribers)"), problems);
        subscriptions.endEvents(second);
        watch(WatchEvents.now());
    }

    @Test
    void whoTakesNothingForAMinuteLosesItsPlaceAndWhoWaitsDoesNot() {
        SubscriptionId waits = watch(WatchEvents.now());
        ask(waits);
        SubscriptionId idle = watch(WatchEvents.now());
        real.now += EventTerms.STALL_NANOS;
        subscriptions.wake();
        assertEquals(1, subscriptions.figures().subscribers());
        assertEquals(1, subscriptions.figures().stalled());
        subscriptions.nextEvents(idle, heard::add);
        assertEquals("the subscription is over", heard.getLast().problem());
    }

    @Test
    void whoDoesNotAskHearsWhyItIsOver() {
        List<String> ends = new ArrayList<>();
        SubscriptionId idle = watch(WatchEvents.now());
        subscriptions.whenOver(idle, ends::add);
        real.now += EventTerms.STALL_NANOS;
        subscriptions.wake();
        assertEquals(List.of("nothing was taken of the subscription for 60 s"), ends);
        subscriptions.whenOver(idle, ends::add);
        assertEquals("the subscription is over", ends.getLast());
    }

    @Test
    void aSubscriberThatThrowsEndsAndTheOthersAreTold() {
        SubscriptionId bad = watch(WatchEvents.now());
        SubscriptionId good = watch(WatchEvents.now());
        subscriptions.nextEvents(bad, answer -> {
            throw new IllegalStateException("by the test");
        });
        ask(good);
        real.nodeWith("b", keys(0, 1));
        subscriptions.wake();
        assertEquals(1, subscriptions.figures().broken());
        assertEquals(1, subscriptions.figures().subscribers());
        assertEquals(1, taken().size());
    }

    @Test
    void anEndIsHeardByWhoWaits() {
        SubscriptionId id = watch(WatchEvents.now());
        ask(id);
        subscriptions.endAll("the master ends");
        assertEquals("the master ends", heard.getLast().problem());
        assertEquals(0, subscriptions.figures().subscribers());
    }

    @Test
    void aMasterToWhomNobodyListensOnlyCounts() {
        real.nodeWith("a", keys(0, 3));
        assertEquals(3, subscriptions.figures().published());
        assertTrue(!real.catalogue.feed().ring().isOpen());
    }

    private SubscriptionId watch(WatchEvents request) {
        List<SubscriptionId> ids = new ArrayList<>();
        subscriptions.watchEvents(request, answer -> ids.add(((Answer.Ok<SubscriptionId>) answer).value()));
        if (request.from() instanceof WatchEvents.FromNow) {
            assertEquals(1, next(ids.getFirst()).size(), "Started");
        }
        return ids.getFirst();
    }

    private void ask(SubscriptionId id) {
        subscriptions.nextEvents(id, heard::add);
    }

    private List<EventPart> next(SubscriptionId id) {
        ask(id);
        return taken();
    }

    private List<EventPart> taken() {
        return ((Answer.Ok<List<EventPart>>) heard.removeFirst()).value();
    }

    private List<ReplicaEvent> events(SubscriptionId id, long first) {
        EventPart.Happened happened = (EventPart.Happened) next(id).getFirst();
        assertEquals(first, happened.firstSequence());
        return happened.events();
    }

    /// What a batch names.
    private record Named(
            List<BlockKey> gone, List<BlockKey> retire, List<BlockKey> register, List<Promoted> promoted) {}

    /// The first one ends the inventory.
    private void batch(SessionId session, long number, Named named) {
        real.step(new LedgerBatch(
                NODE,
                session,
                Tier.MEMORY,
                number,
                0,
                number == 1,
                named.gone,
                named.retire,
                named.register,
                List.of(),
                named.promoted,
                List.of()));
    }

    private static List<BlockKey> keys(int from, int to) {
        return TestKeys.hashes(from, to).stream()
                .map(hash -> new BlockKey(TestKeys.NAMESPACE, hash))
                .toList();
    }

    private static ReplicaPlace place(SessionId session, int number) {
        return new ReplicaPlace(NODE, session, Tier.MEMORY, TestKeys.key(number));
    }
}
