package io.forebay.core.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.fetch.Breaker.State;
import io.forebay.core.session.NodeId;
import org.junit.jupiter.api.Test;

/// Visits every cell of the table in [Breaker].
class BreakerTest {
    private static final long SECOND = 1_000_000_000L;
    private final Breaker breaker = new Breaker();

    private void open(long now) {
        for (int i = 0; i < 3; i++) {
            breaker.failed(now);
        }
        assertEquals(State.OPEN, breaker.state());
    }

    private void halfOpen() {
        open(0);
        breaker.asked();
        assertEquals(State.HALF_OPEN, breaker.state());
    }

    private void assertPause(long from, long nanos) {
        assertEquals(State.OPEN, breaker.state());
        assertFalse(breaker.admits(from + nanos - 1));
        assertTrue(breaker.admits(from + nanos));
    }

    @Test
    void closedAdmitsAndStaysClosedWhenAskedAnsweredOrDropped() {
        assertTrue(breaker.admits(0));
        breaker.asked();
        breaker.answered();
        breaker.dropped(0);
        assertEquals(State.CLOSED, breaker.state());
    }

    @Test
    void theThirdFailureWithinTenSecondsOpensForOneSecond() {
        breaker.failed(0);
        breaker.failed(5 * SECOND);
        assertEquals(State.CLOSED, breaker.state());
        breaker.answered();
        breaker.failed(10 * SECOND - 1);
        assertPause(10 * SECOND - 1, SECOND);
    }

    @Test
    void failuresFurtherApartDoNot() {
        breaker.failed(0);
        breaker.failed(5 * SECOND);
        breaker.failed(10 * SECOND);
        assertEquals(State.CLOSED, breaker.state());
        breaker.failed(15 * SECOND - 1);
        assertEquals(State.OPEN, breaker.state());
    }

    @Test
    void openRefusesUntilItsPauseIsOverAndThenLetsOneTryIt() {
        open(0);
        assertPause(0, SECOND);
        breaker.asked();
        assertEquals(State.HALF_OPEN, breaker.state());
        assertFalse(breaker.admits(100 * SECOND));
    }

    @Test
    void openClosesWithAnAnswerAndForgetsItsFailures() {
        open(0);
        breaker.answered();
        assertEquals(State.CLOSED, breaker.state());
        breaker.failed(1);
        breaker.failed(1);
        assertEquals(State.CLOSED, breaker.state());
    }

    @Test
    void openStaysAsItIsWhenAnOlderAttemptFailsOrIsDropped() {
        open(0);
        breaker.failed(SECOND / 2);
        breaker.dropped(SECOND / 2);
        assertPause(0, SECOND);
    }

    @Test
    void halfOpenClosesWithAnAnswerAndStartsOverAtOneSecond() {
        halfOpen();
        breaker.answered();
        assertEquals(State.CLOSED, breaker.state());
        open(0);
        assertPause(0, SECOND);
    }

    @Test
    void halfOpenOpensForTwiceAsLongUpToThirtySeconds() {
        open(0);
        long now = 0;
        for (long pause : new long[] {1, 2, 4, 8, 16, 30, 30}) {
            assertPause(now, pause * SECOND);
            now += pause * SECOND;
            breaker.asked();
            breaker.failed(now);
        }
    }

    @Test
    void aDroppedProbeMakesWayForAnother() {
        halfOpen();
        breaker.dropped(7 * SECOND);
        assertPause(7 * SECOND, 0);
    }

    @Test
    void breakersAreOnePerPeerAndForgottenWhenQuiet() {
        Breakers breakers = new Breakers();
        NodeId a = new NodeId("a");
        NodeId b = new NodeId("b");
        for (int i = 0; i < 3; i++) {
            breakers.ended(a, AttemptEnd.PEER_FAILED, 0);
        }
        breakers.ended(b, AttemptEnd.PEER_FAILED, 0);
        assertEquals(1, breakers.open());
        assertFalse(breakers.admits(a, 0));
        assertTrue(breakers.admits(b, 0));
        assertTrue(breakers.admits(new NodeId("c"), 0));
        breakers.asked(a);
        assertEquals(1, breakers.open(), "half open is not closed");
        breakers.ended(a, AttemptEnd.LOCAL_PRESSURE, 0);
        breakers.ended(a, AttemptEnd.DEADLINE, 0);
        breakers.ended(a, AttemptEnd.CORRUPT, 0);
        assertEquals(0, breakers.open());
        breakers.ended(new NodeId("d"), AttemptEnd.PEER_FAILED, 10 * SECOND);
        assertEquals(1, breakers.size());
    }

    @Test
    void everyWordOfThePeerIsAnAnswer() {
        for (AttemptEnd end : new AttemptEnd[] {AttemptEnd.COMPLETE, AttemptEnd.ABSENT, AttemptEnd.CORRUPT}) {
            Breakers breakers = new Breakers();
            NodeId a = new NodeId("a");
            for (int i = 0; i < 3; i++) {
                breakers.ended(a, AttemptEnd.PEER_FAILED, 0);
            }
            breakers.ended(a, end, 0);
            assertEquals(0, breakers.open(), end.name());
        }
    }
}
