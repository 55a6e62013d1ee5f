package io.forebay.server.master;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.catalogue.CatalogueSettings;
import io.forebay.core.catalogue.CloseSession;
import io.forebay.core.catalogue.OpenSession;
import io.forebay.core.catalogue.SessionReply;
import io.forebay.core.events.EventPart;
import io.forebay.core.events.EventPart.Gap;
import io.forebay.core.events.EventProtocol;
import io.forebay.core.events.SubscriptionId;
import io.forebay.core.events.WatchEvents;
import io.forebay.core.prefetch.PrefetchTerms;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The event stream as other threads reach it.
final class MasterEventsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final NodeId NODE = new NodeId("a");

    private final StepLoop loop = new StepLoop();
    private final MasterLoop master = new MasterLoop(
            loop,
            new MasterTerms(CatalogueSettings.defaults(), PrefetchTerms.defaults(), 100),
            () -> 1_000,
            Optional.empty());
    private final EventProtocol events = master.events();
    private final List<Answer<List<EventPart>>> heard = new ArrayList<>();

    private SubscriptionId watch(WatchEvents request) {
        List<SubscriptionId> ids = new ArrayList<>();
        events.watchEvents(request, answer -> ids.add(((Answer.Ok<SubscriptionId>) answer).value()));
        loop.runAll();
        return ids.getFirst();
    }

    private void next(SubscriptionId id) {
        events.nextEvents(id, heard::add);
        loop.runAll();
    }

    private EventPart part() {
        return ((Answer.Ok<List<EventPart>>) heard.removeFirst()).value().getFirst();
    }

    private void openAndClose() {
        List<SessionId> sessions = new ArrayList<>();
        master.openSession(
                new OpenSession(NODE, 1, "here:1"),
                SECOND,
                answer -> sessions.add(((SessionReply.Opened) ((Answer.Ok<SessionReply>) answer).value()).session()));
        loop.runAll();
        master.closeSession(new CloseSession(NODE, sessions.getFirst()), SECOND, answer -> {});
        loop.runAll();
    }

    @Test
    void whoWaitsHearsWithTheDrainThatMadeItTrue() {
        SubscriptionId id = watch(WatchEvents.now());
        next(id);
        assertInstanceOf(EventPart.Started.class, part());
        next(id);
        assertTrue(heard.isEmpty());
        openAndClose();
        assertEquals(1, assertInstanceOf(EventPart.Happened.class, part()).firstSequence());
        master.start();
        loop.runAll();
        assertEquals(1, master.stats().events().subscribers());
        assertEquals(1, master.stats().events().published());
    }

    @Test
    void aFullQueueTurnsOnlyNewOnesAway() {
        SubscriptionId id = watch(WatchEvents.now());
        loop.full = true;
        List<Answer<SubscriptionId>> refused = new ArrayList<>();
        events.watchEvents(WatchEvents.now(), refused::add);
        assertInstanceOf(Answer.Failed.class, refused.getFirst());
        next(id);
        assertInstanceOf(EventPart.Started.class, part());
    }

    @Test
    void aCatalogueThatStartsOverEndsItsSubscriptionsAndTheNextIsToldOfTheGap() {
        master.start();
        SubscriptionId id = watch(WatchEvents.now());
        next(id);
        EventPart.Started before = (EventPart.Started) part();
        next(id);
        master.openSession(new OpenSession(NODE, 1, "here:1"), SECOND, answer -> {
            if (answer instanceof Answer.Ok) {
                throw new IllegalStateException("broken by the test");
            }
        });
        loop.runAll();
        assertInstanceOf(Answer.Failed.class, heard.removeFirst());
        next(id);
        assertEquals("the subscription is over", heard.removeFirst().problem());
        SubscriptionId again =
                watch(new WatchEvents(new WatchEvents.After(before.masterEpoch(), before.sequence()), true));
        next(again);
        EventPart.Started after = (EventPart.Started) part();
        assertEquals(Optional.of(Gap.EPOCH), after.gap());
        assertTrue(after.masterEpoch() > before.masterEpoch() && after.snapshot());
    }

    @Test
    void aMasterThatEndsEndsThem() {
        SubscriptionId id = watch(WatchEvents.now());
        next(id);
        next(id);
        master.stopHolding();
        loop.runAll();
        assertEquals("the master ends", heard.getLast().problem());
    }
}
