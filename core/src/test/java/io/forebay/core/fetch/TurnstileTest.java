package io.forebay.core.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.answer.Invariant;
import io.forebay.core.fetch.Turnstile.Entry;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnstileTest {
    private final Turnstile<String> turnstile = new Turnstile<>(10, 2);

    @Test
    void whatFitsGoesInAndTheNextWaitsForRoom() {
        assertEquals(Entry.INSIDE, turnstile.enter("a", 6));
        assertEquals(Entry.INSIDE, turnstile.enter("b", 4));
        assertEquals(Entry.WAITING, turnstile.enter("c", 1));
        assertEquals(10, turnstile.weight());
        assertEquals(List.of("c"), turnstile.leave("b"));
        assertEquals(7, turnstile.weight());
        assertEquals(2, turnstile.inside());
        assertEquals(0, turnstile.waiting());
    }

    @Test
    void nobodyOvertakesTheHeadOfTheQueue() {
        turnstile.enter("a", 6);
        turnstile.enter("b", 2);
        assertEquals(Entry.WAITING, turnstile.enter("big", 5));
        assertEquals(Entry.WAITING, turnstile.enter("small", 1));
        assertEquals(List.of(), turnstile.leave("b"));
        assertEquals(List.of("big", "small"), turnstile.leave("a"));
    }

    @Test
    void theQueueIsBounded() {
        turnstile.enter("a", 10);
        turnstile.enter("b", 1);
        turnstile.enter("c", 1);
        assertEquals(Entry.REFUSED, turnstile.enter("d", 1));
        assertEquals(List.of(), turnstile.leave("d"));
        assertEquals(2, turnstile.waiting());
    }

    @Test
    void whoGivesUpWaitingMakesWayForTheNext() {
        turnstile.enter("a", 6);
        turnstile.enter("big", 5);
        turnstile.enter("small", 4);
        assertEquals(List.of("small"), turnstile.leave("big"));
        assertEquals(List.of(), turnstile.leave("a"));
    }

    @Test
    void whatIsLargerThanTheRoomGoesInAlone() {
        assertEquals(Entry.INSIDE, turnstile.enter("a", 1));
        assertEquals(Entry.WAITING, turnstile.enter("huge", 100));
        assertEquals(List.of("huge"), turnstile.leave("a"));
        assertEquals(Entry.WAITING, turnstile.enter("b", 1));
        assertEquals(List.of("b"), turnstile.leave("huge"));
    }

    @Test
    void oneComesInOnce() {
        turnstile.enter("a", 10);
        turnstile.enter("b", 1);
        assertThrows(Invariant.Broken.class, () -> turnstile.enter("a", 1));
        assertThrows(Invariant.Broken.class, () -> turnstile.enter("b", 1));
        assertThrows(Invariant.Broken.class, () -> new Turnstile<String>(0, 1));
    }
}
