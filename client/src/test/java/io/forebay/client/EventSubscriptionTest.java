package io.forebay.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.core.events.EventPart;
import io.forebay.core.events.EventPart.Gap;
import io.forebay.core.events.ReplicaEvent;
import io.forebay.core.events.ReplicaEvent.GoneCause;
import io.forebay.core.events.WatchEvents;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// When a subscription asks, whom, and from where on.
class EventSubscriptionTest {
    private static final long MILLI = 1_000_000L;
    private static final EventPart WITH_SNAPSHOT = new EventPart.Started(7, 3, Optional.empty(), true);
    private static final EventPart WITHOUT = new EventPart.Started(7, 3, Optional.empty(), false);
    private static final WatchEvents.After THIRD = new WatchEvents.After(7, 3);

    private final FakeMaster first = new FakeMaster();
    private final FakeMaster second = new FakeMaster();
    private final FakeTimer timer = new FakeTimer();
    private final List<EventPart> heard = new ArrayList<>();
    private final List<String> losses = new ArrayList<>();
    private boolean listenerFails;

    private EventSubscription subscribe(WatchEvents request, FakeMaster... masters) {
        RouterOptions options = new RouterOptions(List.of("a:1"), Duration.ofSeconds(1), Duration.ofSeconds(30));
        EventListener listener = new EventListener() {
            @Override
            public void part(EventPart part) {
                if (listenerFails) {
                    throw new IllegalStateException("by the test");
                }
                heard.add(part);
            }

            @Override
            public void lost(Answer<EventPart> why) {
                losses.add(why.problem());
            }
        };
        EventSubscription subscription = new EventSubscription(
                List.of(masters), options, request, listener, new Surroundings(timer::nowNanos, () -> 0, timer));
        timer.run();
        return subscription;
    }

    private static EventPart gone(long sequence) {
        return new EventPart.Happened(
                sequence, List.of(new ReplicaEvent.OwnerGone(new NodeId("n"), new SessionId(1), GoneCause.CLOSED)));
    }

    private void say(FakeMaster master, EventPart... parts) {
        for (EventPart part : parts) {
            master.events.last().say(part);
            timer.run();
        }
    }

    private void lose(FakeMaster master) {
        master.events.last().end(Answer.failed(Remedy.RETRY, "lost"));
        timer.run();
    }

    @Test
    void afterALossItGoesOnBehindWhatWasHeard() {
        subscribe(WatchEvents.now(), first);
        say(first, WITHOUT, gone(4));
        lose(first);
        timer.advance(100 * MILLI);
        assertEquals(
                List.of(WatchEvents.now(), new WatchEvents(new WatchEvents.After(7, 4), false)), first.events.asked);
        assertEquals(List.of("lost"), losses);
    }

    @Test
    void aSnapshotThatWasNotWholeIsAskedForAnew() {
        subscribe(WatchEvents.snapshot(), first);
        say(first, WITH_SNAPSHOT, gone(4));
        lose(first);
        timer.advance(100 * MILLI);
        assertEquals(WatchEvents.snapshot(), first.events.asked.getLast());
        say(first, WITH_SNAPSHOT, new EventPart.Complete(3));
        lose(first);
        timer.advance(200 * MILLI);
        assertEquals(new WatchEvents(THIRD, true), first.events.asked.getLast());
    }

    /// Else it would be asked for ten times a second for as long as the master keeps it.
    @Test
    void aPartThatCannotBeReadIsAskedForWithLongerAndLongerPauses() {
        subscribe(WatchEvents.now(), first);
        for (long pause = 100; pause <= 800; pause *= 2) {
            say(first, WITHOUT);
            int asked = first.events.asked.size();
            lose(first);
            timer.advance((pause - 1) * MILLI);
            assertEquals(asked, first.events.asked.size(), pause + " ms");
            timer.advance(MILLI);
            assertEquals(asked + 1, first.events.asked.size(), pause + " ms");
        }
        say(first, WITHOUT, gone(4));
        lose(first);
        timer.advance(100 * MILLI);
        assertEquals(6, first.events.asked.size(), "what can be read ends that");
    }

    @Test
    void theNextMasterIsAskedWithLongerAndLongerPauses() {
        subscribe(WatchEvents.now(), first, second);
        lose(first);
        timer.advance(99 * MILLI);
        assertEquals(0, second.events.asked.size());
        timer.advance(MILLI);
        assertEquals(1, second.events.asked.size());
        lose(second);
        timer.advance(199 * MILLI);
        assertEquals(1, first.events.asked.size());
        timer.advance(MILLI);
        assertEquals(2, first.events.asked.size());
    }

    @Test
    void aMasterThatStaysSilentIsGivenUp() {
        subscribe(WatchEvents.now(), first, second);
        FakeEvents.Flow before = first.events.last();
        timer.advance(1_000 * MILLI);
        assertTrue(before.isOver());
        assertEquals(List.of("no events came in time"), losses);
        timer.advance(100 * MILLI);
        assertEquals(1, second.events.asked.size());
        say(second, WITHOUT);
        timer.advance(10_000 * MILLI);
        assertEquals(1, losses.size(), "who has begun may be silent");
    }

    @Test
    void mastersThatKnowNoEventsAreAskedAgainMuchLater() {
        subscribe(WatchEvents.now(), first, second);
        first.events.last().end(new Answer.Refused<>("rpc", "is not served"));
        timer.advance(100 * MILLI);
        second.events.last().end(new Answer.Refused<>("rpc", "is not served"));
        timer.advance(29_000 * MILLI);
        assertEquals(1, first.events.asked.size());
        timer.advance(1_000 * MILLI);
        assertEquals(2, first.events.asked.size());
    }

    @Test
    void aHoleInTheNumbersIsNoticed() {
        subscribe(WatchEvents.snapshot(), first);
        say(first, WITH_SNAPSHOT, new EventPart.Complete(3), gone(5));
        assertEquals(2, heard.size());
        assertEquals(1, losses.size());
        timer.advance(100 * MILLI);
        assertEquals(WatchEvents.snapshot(), first.events.asked.getLast());
    }

    @Test
    void aListenerThatFailsHearsAllAnew() {
        subscribe(new WatchEvents(THIRD, true), first);
        say(first, WITHOUT);
        listenerFails = true;
        say(first, gone(4));
        timer.advance(100 * MILLI);
        assertEquals(WatchEvents.snapshot(), first.events.asked.getLast());
        assertTrue(losses.getFirst().startsWith("the listener failed"), losses.getFirst());
    }

    @Test
    void theNextPartIsAskedForWhenTheListenerIsDone() {
        subscribe(WatchEvents.now(), first);
        first.events.last().say(WITHOUT);
        assertEquals(0, first.events.last().more);
        timer.run();
        assertEquals(1, first.events.last().more);
    }

    @Test
    void whatAnEarlierStreamSaysIsNotHeard() {
        subscribe(WatchEvents.now(), first);
        FakeEvents.Flow earlier = first.events.last();
        say(first, WITHOUT);
        lose(first);
        earlier.say(gone(4));
        timer.advance(100 * MILLI);
        earlier.say(gone(4));
        earlier.end(Answer.failed(Remedy.RETRY, "again"));
        timer.run();
        assertEquals(List.of(WITHOUT), heard);
        assertEquals(List.of("lost"), losses);
    }

    @Test
    void aGapIsToldAndGoneOnFrom() {
        subscribe(WatchEvents.now(), first);
        EventPart gap = new EventPart.Started(8, 20, Optional.of(Gap.EPOCH), false);
        say(first, WITHOUT, gap, gone(21));
        assertEquals(List.of(WITHOUT, gap, gone(21)), heard);
    }

    @Test
    void whatIsClosedHearsNothingMore() {
        EventSubscription subscription = subscribe(WatchEvents.now(), first, second);
        subscription.close();
        say(first, WITHOUT);
        assertEquals(List.of(), heard);
        assertTrue(timer.isClosed() && first.closed && second.closed);
    }
}
