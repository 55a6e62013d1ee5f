package io.forebay.gateway.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.events.EventTerms;
import io.forebay.gateway.events.Reader.Heard;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Real sockets before a real catalogue.
@Timeout(60)
final class ZmqEventsTest {
    private static final ZmqTerms TERMS = ZmqTerms.at("tcp://127.0.0.1:*", "tcp://127.0.0.1:*");
    private static final String TOPIC = "kv@a@model";

    private final TestMaster master = new TestMaster();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
        master.close();
    }

    private <C extends AutoCloseable> C opened(C each) {
        open.add(each);
        return each;
    }

    /// Beats fast, so that a subscriber that has just connected hears something soon.
    private static ZmqTerms terms(int bufferSteps) {
        return TERMS.withHeartbeat(20_000_000L).withBufferSteps(bufferSteps);
    }

    private static Heard heard(Reader reader, Predicate<Heard> wanted) throws IOException {
        Heard heard = reader.hear();
        while (!wanted.test(heard)) {
            heard = reader.hear();
        }
        return heard;
    }

    /// Publishes one event, and waits until that is done.
    private void first(ZmqEvents events) throws Exception {
        master.open("a");
        master.register("a", 0, 1);
        await(() -> events.figures().batches() > 0);
    }

    private static long ended(ZmqEvents events, ReplayEnd how) {
        return events.figures().replays().getOrDefault(how, 0L);
    }

    private interface Condition {
        boolean holds() throws Exception;
    }

    private static void await(Condition condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.holds()) {
            assertTrue(System.nanoTime() < end, "it does not come");
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2));
        }
    }

    @Test
    void whatHappensIsHeardUnderItsTopicWithNumbersWithoutHoles() throws Exception {
        ZmqEvents events = opened(ZmqEvents.start(master, terms(10_000)));
        Reader reader = opened(new Reader(events));
        first(events);
        long number = reader.hear().number();
        master.register("a", 1, 3);
        Heard stored = null;
        while (stored == null) {
            Heard next = reader.hear();
            assertEquals(++number, next.number());
            assertEquals(TOPIC, next.topic());
            stored = next.events().isEmpty() ? null : next;
        }
        assertEquals(List.of("BlockStored 1 CPU", "BlockStored 2 CPU"), stored.events());
        master.retire("a", 1, 3);
        Heard removed = heard(reader, each -> !each.events().isEmpty());
        assertEquals(List.of("BlockRemoved 1 CPU", "BlockRemoved 2 CPU"), removed.events());
        master.close("a");
        assertEquals(
                List.of("AllBlocksCleared"),
                heard(reader, each -> !each.events().isEmpty()).events());
    }

    @Test
    void whatWasMissedIsReplayedAsItWasSent() throws Exception {
        ZmqEvents events = opened(ZmqEvents.start(master, terms(10_000)));
        Reader reader = opened(new Reader(events));
        first(events);
        Heard live = reader.hear();
        reader.ask(0);
        List<Heard> all = reader.answer();
        assertEquals(List.of("BlockStored 0 CPU"), all.getFirst().events());
        for (int i = 0; i < all.size(); i++) {
            assertEquals(i, all.get(i).number());
            if (i == live.number()) {
                assertEquals(live.topic(), all.get(i).topic());
                assertEquals(live.payload(), all.get(i).payload());
            }
        }
        assertTrue(all.getLast().number() >= live.number());
        reader.ask(live.number());
        assertEquals(live.number(), reader.answer().getFirst().number());
        reader.ask(Long.MAX_VALUE);
        assertEquals(List.of(), reader.answer(), "nothing is there yet");
        await(() -> ended(events, ReplayEnd.REPLAYED) == 3);
        assertEquals(0, ended(events, ReplayEnd.SNAPSHOT));
    }

    /// What was cleared, stored and removed once more ends as it stands.
    private static Set<String> table(List<Heard> all) {
        Set<String> table = new TreeSet<>();
        long last = -1;
        for (Heard each : all) {
            assertTrue(each.number() > last, "numbers grow");
            last = each.number();
            for (String event : each.events()) {
                String[] words = event.split(" ", 2);
                switch (words[0]) {
                    case "AllBlocksCleared" -> table.removeIf(line -> line.startsWith(each.topic() + " "));
                    case "BlockStored" -> table.add(each.topic() + " " + words[1]);
                    default -> table.remove(each.topic() + " " + words[1]);
                }
            }
        }
        return table;
    }

    @Test
    void whoHasMissedMoreThanIsKeptGetsAllThatStandsAndNothingThatDoesNot() throws Exception {
        ZmqEvents events = opened(ZmqEvents.start(master, terms(5)));
        Reader reader = opened(new Reader(events));
        first(events);
        master.open("b");
        master.register("b", 0, 5);
        master.register("a", 1, 10);
        master.close("b");
        master.retire("a", 0, 5);
        await(() -> events.figures().batches() > 20);
        reader.ask(0);
        List<Heard> all = reader.answer();
        assertEquals(
                List.of("kv@a@model", "kv@b@model"),
                all.stream()
                        .filter(each -> each.events().contains("AllBlocksCleared"))
                        .map(Heard::topic)
                        .toList(),
                "also of a node that has gone");
        Set<String> expected = new TreeSet<>();
        for (int i = 5; i < 10; i++) {
            expected.add("kv@a@model " + i + " CPU");
        }
        assertEquals(expected, table(all));
        reader.ask(all.getLast().number() + 1);
        assertTrue(reader.answer().stream().allMatch(each -> each.events().isEmpty()), "and goes on behind it");
        await(() -> ended(events, ReplayEnd.SNAPSHOT) == 1);
        await(() -> master.subscribers() == 1);
    }

    @Test
    void aPublisherThatFallsBehindClearsAndTellsAllThatStands() throws Exception {
        try (TestMaster narrow = new TestMaster(new EventTerms(4, 8))) {
            narrow.open("a");
            narrow.register("a", 0, 3);
            Follower follower = new Follower(narrow, System::nanoTime);
            PartTranslation words =
                    new PartTranslation(new Topics(new TopicPattern(TopicPattern.STANDARD)), 16, "STORAGE");
            List<String> types = types(follower, words, 3);
            assertEquals(List.of("Stored", "Stored", "Stored"), types);
            narrow.register("a", 3, 13);
            assertEquals("Cleared", types(follower, words, 14).getFirst());
        }
    }

    private static List<String> types(Follower follower, PartTranslation words, int atLeast) throws Exception {
        List<String> types = new ArrayList<>();
        await(() -> {
            follower.next(1_000_000)
                    .forEach(part -> words.batches(part)
                            .forEach(batch -> batch.events()
                                    .forEach(event -> types.add(event.getClass().getSimpleName()))));
            return types.size() >= atLeast;
        });
        return types;
    }

    @Test
    void aPortThatIsTakenIsSaidAndNothingIsLeftOpen() throws Exception {
        ZmqEvents events = opened(ZmqEvents.start(master, TERMS));
        ZmqTerms same = ZmqTerms.at("tcp://127.0.0.1:*", events.endpoint());
        IOException refused = assertThrows(IOException.class, () -> ZmqEvents.start(master, same));
        assertTrue(refused.toString().contains(events.endpoint()), refused::toString);
    }

    @Test
    void anEndGivesItsPlaceAtTheMasterBack() throws Exception {
        ZmqEvents events = ZmqEvents.start(master, TERMS);
        await(() -> master.subscribers() == 1);
        events.close();
        await(() -> master.subscribers() == 0);
    }
}
