package io.forebay.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.core.events.EventPart;
import io.forebay.core.events.EventProtocol;
import io.forebay.core.events.ReplicaEvent;
import io.forebay.core.events.SubscriptionId;
import io.forebay.core.events.WatchEvents;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The event stream, end to end.
@Timeout(60)
class EventWireTest {
    private static final EventPart STARTED = new EventPart.Started(7, 3, Optional.empty(), false);

    private final FakeMaster master = new FakeMaster();
    private final Events events = new Events();
    private final Loopback server;
    private final RouterChannel channel;

    EventWireTest() throws IOException {
        server = Loopback.serving(Services.master(master, master, master, events));
        channel = RouterChannel.connect(server.address(), Loopback.PATIENT);
    }

    @AfterEach
    void close() {
        channel.close();
        server.close();
        master.close();
    }

    @Test
    void partsComeInOrderEachWhenItIsAskedFor() throws Exception {
        Ear ear = new Ear();
        try (EventFlow _ = channel.watchEvents(WatchEvents.snapshot(), ear)) {
            assertEquals(WatchEvents.snapshot(), events.next(events.opened));
            EventPart complete = new EventPart.Complete(3);
            events.next(events.asked).accept(Answer.ok(List.of(STARTED, complete)));
            Heard first = ear.next();
            assertEquals(STARTED, first.part());
            assertEquals(null, ear.heard.poll(50, TimeUnit.MILLISECONDS), "not before it is asked for");
            first.more().run();
            assertEquals(complete, ear.next().part());
        }
    }

    @Test
    void whoEndsItsStreamFreesItsPlace() throws Exception {
        EventFlow flow = channel.watchEvents(WatchEvents.now(), new Ear());
        events.next(events.asked);
        flow.close();
        assertEquals(new SubscriptionId(7, 1), events.next(events.ended));
    }

    @Test
    void aSlowSubscriberIsNotSentMoreThanItTakes() throws Exception {
        Ear ear = new Ear();
        events.endless = true;
        try (EventFlow _ = channel.watchEvents(WatchEvents.now(), ear)) {
            ear.next();
            int before = -1;
            while (before != events.told.get()) {
                before = events.told.get();
                assertEquals(null, ear.heard.poll(100, TimeUnit.MILLISECONDS));
            }
            assertTrue(before < 100, "it was asked for " + before + " parts of 20 kB, of which nobody took one");
        }
    }

    @Test
    void aMasterThatHasNoPlaceSaysSo() throws Exception {
        events.refusal = "the master has 1 event subscribers; the limit is 1 (events.max_subscribers)";
        Ear ear = new Ear();
        try (EventFlow _ = channel.watchEvents(WatchEvents.now(), ear)) {
            Answer.Failed<EventPart> failed = ear.ended.failed();
            assertEquals(events.refusal, failed.problem());
            assertEquals(Remedy.RETRY, failed.failure().remedy());
        }
    }

    @Test
    void aSubscriptionThatTheMasterEndsEnds() throws Exception {
        Ear ear = new Ear();
        try (EventFlow _ = channel.watchEvents(WatchEvents.now(), ear)) {
            events.next(events.asked).accept(Answer.failed(Remedy.RETRY, "the master broke and starts over"));
            assertEquals("the master broke and starts over", ear.ended.failed().problem());
        }
    }

    /// It has not read for so long that its place is gone: its stream is not left open for it.
    @Test
    void aSubscriptionThatEndsWhileNobodyAsksEndsItsStream() throws Exception {
        Ear ear = new Ear();
        try (EventFlow _ = channel.watchEvents(WatchEvents.now(), ear)) {
            events.next(events.asked);
            events.next(events.whenOver).accept("nothing was taken");
            Answer.Failed<EventPart> failed = ear.ended.failed();
            assertEquals("nothing was taken", failed.problem());
            assertEquals(Remedy.RETRY, failed.failure().remedy());
        }
    }

    @Test
    void aServerThatClosesEndsItsStreams() throws Exception {
        Ear ear = new Ear();
        try (EventFlow _ = channel.watchEvents(WatchEvents.now(), ear)) {
            events.next(events.asked);
            server.close();
            assertEquals(Remedy.RETRY, ear.ended.failed().failure().remedy());
        }
    }

    @Test
    void aMasterWithoutEventsSaysSo() throws Exception {
        Ear ear = new Ear();
        try (Loopback older = Loopback.serving(Services.master(master, master, master));
                RouterChannel toOlder = RouterChannel.connect(older.address(), Loopback.PATIENT);
                EventFlow _ = toOlder.watchEvents(WatchEvents.now(), ear)) {
            assertTrue(NotServed.is(ear.ended.refused()));
        }
    }

    private record Heard(EventPart part, Runnable more) {}

    private static final class Ear implements EventReceiver {
        final BlockingQueue<Heard> heard = new LinkedBlockingQueue<>();
        final Awaited<EventPart> ended = new Awaited<>();

        @Override
        public void part(EventPart part, Runnable more) {
            heard.add(new Heard(part, more));
        }

        @Override
        public void ended(Answer<EventPart> why) {
            ended.accept(why);
        }

        Heard next() throws InterruptedException {
            Heard next = heard.poll(10, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("no part within 10 s");
            }
            return next;
        }
    }

    /// A master's events, scripted.
    private static final class Events implements EventProtocol {
        final BlockingQueue<WatchEvents> opened = new LinkedBlockingQueue<>();
        final BlockingQueue<Consumer<Answer<List<EventPart>>>> asked = new LinkedBlockingQueue<>();
        final BlockingQueue<Consumer<String>> whenOver = new LinkedBlockingQueue<>();
        final BlockingQueue<SubscriptionId> ended = new LinkedBlockingQueue<>();
        final AtomicInteger told = new AtomicInteger();
        volatile String refusal = "";
        volatile boolean endless;

        @Override
        public void watchEvents(WatchEvents request, Consumer<Answer<SubscriptionId>> then) {
            opened.add(request);
            then.accept(refusal.isEmpty() ? Answer.ok(new SubscriptionId(7, 1)) : Answer.failed(Remedy.RETRY, refusal));
        }

        @Override
        public void nextEvents(SubscriptionId subscription, Consumer<Answer<List<EventPart>>> then) {
            if (endless) {
                then.accept(Answer.ok(many()));
            } else {
                asked.add(then);
            }
        }

        List<EventPart> many() {
            told.incrementAndGet();
            ReplicaEvent gone = new ReplicaEvent.OwnerGone(
                    new NodeId("n".repeat(200)), new SessionId(1), ReplicaEvent.GoneCause.CLOSED);
            return List.of(new EventPart.Happened(1, Collections.nCopies(100, gone)));
        }

        @Override
        public void whenOver(SubscriptionId subscription, Consumer<String> then) {
            whenOver.add(then);
        }

        @Override
        public void endEvents(SubscriptionId subscription) {
            ended.add(subscription);
        }

        <T> T next(BlockingQueue<T> of) throws InterruptedException {
            T next = of.poll(10, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("nothing within 10 s");
            }
            return next;
        }
    }
}
