package io.forebay.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.client.HandoffPolicy.Decision;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.handoff.HandoffReport;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HandoffPolicyTest {
    private static final Duration TIME = Duration.ofMillis(50);
    private static final Duration NO_TIME = Duration.ofMillis(4);

    private final HandoffPolicy policy = new HandoffPolicy(0.1, Duration.ofMillis(5));

    /// Of a scope of 100.
    private static HandoffReport missing(int pending, int refused, int gone, int unsealed) {
        return new HandoffReport(100 - pending - refused - gone - unsealed, pending, refused, gone, unsealed, 0, 7);
    }

    @Test
    void aCompleteHandoffProceeds() {
        assertEquals(Decision.PROCEED, policy.decide(missing(0, 0, 0, 0), NO_TIME));
        assertEquals(Decision.PROCEED, policy.decide(new HandoffReport(0, 0, 7), NO_TIME));
    }

    @Test
    void aBearableShareMayBeMissingAndIsNotWaitedFor() {
        assertEquals(Decision.PROCEED, policy.decide(missing(4, 3, 2, 1), TIME));
        assertEquals(Decision.WAIT_AGAIN, policy.decide(missing(5, 3, 2, 1), TIME));
    }

    @Test
    void whatMayStillComeIsWaitedForWhileThereIsTime() {
        assertEquals(Decision.WAIT_AGAIN, policy.decide(missing(100, 0, 0, 0), TIME));
        assertEquals(Decision.WAIT_AGAIN, policy.decide(missing(0, 0, 0, 50), Duration.ofMillis(5)));
        assertEquals(Decision.WAIT_AGAIN, policy.decide(missing(50, 4, 6, 0), TIME));
        assertEquals(Decision.RECOMPUTE, policy.decide(missing(50, 0, 0, 0), NO_TIME));
        assertEquals(Decision.RECOMPUTE, policy.decide(missing(50, 0, 0, 0), Duration.ofMillis(-1)));
    }

    @Test
    void whatWaitingCannotBringIsNotWaitedFor() {
        assertEquals(Decision.RECOMPUTE, policy.decide(missing(1, 11, 0, 0), TIME));
        assertEquals(Decision.RECOMPUTE, policy.decide(missing(1, 0, 11, 0), TIME));
    }

    @Test
    void aForgottenScopeIsComputed() {
        HandoffReport forgotten = new HandoffReport(8, 0, 0, 0, 0, 0, 7, true, Map.of());
        assertEquals(Decision.RECOMPUTE, policy.decide(forgotten, TIME));
    }

    @Test
    void byDefaultATwentiethMayBeMissing() {
        assertEquals(Decision.PROCEED, HandoffPolicy.defaults().decide(missing(0, 0, 5, 0), TIME));
        assertEquals(Decision.RECOMPUTE, HandoffPolicy.defaults().decide(missing(0, 0, 6, 0), TIME));
    }

    @Test
    void aPolicyThatCannotBeMeantIsRefused() {
        Duration wait = Duration.ofMillis(1);
        for (double share : new double[] {-0.1, 1.1, Double.NaN}) {
            assertThrows(InvalidInput.class, () -> new HandoffPolicy(share, wait));
        }
        assertThrows(InvalidInput.class, () -> new HandoffPolicy(0, Duration.ofNanos(999_999)));
    }
}
