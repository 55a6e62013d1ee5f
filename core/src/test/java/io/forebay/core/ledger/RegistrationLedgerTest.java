package io.forebay.core.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Invariant;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.TestKeys;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.NodeId;
import io.forebay.core.catalogue.SessionId;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RegistrationLedgerTest {
    private static final NodeId NODE = new NodeId("a");
    private static final SessionId SESSION = new SessionId(5);
    private static final BlockKey KEY = TestKeys.key(0);

    private final RegistrationLedger ledger = new RegistrationLedger(4);

    private LedgerBatch next() {
        return Objects.requireNonNull(ledger.next(NODE, SESSION), "a batch is due");
    }

    private List<BlockKey> roundTrip() {
        return ledger.applied(next().number());
    }

    private void register(List<BlockKey> keys) {
        keys.forEach(ledger::want);
        while (ledger.dirtyCount() > 0) {
            roundTrip();
        }
    }

    @Test
    void aWantedKeyIsDirtyThenInFlightThenRegistered() {
        assertEquals(KeyState.ABSENT, ledger.state(KEY));
        ledger.want(KEY);
        assertEquals(KeyState.DIRTY, ledger.state(KEY));
        LedgerBatch batch = next();
        assertEquals(new LedgerBatch(NODE, SESSION, 1, List.of(), List.of(KEY)), batch);
        assertEquals(KeyState.IN_FLIGHT, ledger.state(KEY));
        assertEquals(0, ledger.registeredCount());
        assertEquals(List.of(), ledger.applied(1));
        assertEquals(KeyState.REGISTERED, ledger.state(KEY));
        assertEquals(1, ledger.registeredCount());
        assertNull(ledger.next(NODE, SESSION));
    }

    @Test
    void oneBatchIsInFlightAtATime() {
        ledger.want(KEY);
        LedgerBatch batch = next();
        ledger.want(TestKeys.key(1));
        assertNull(ledger.next(NODE, SESSION));
        assertSame(batch, ledger.inFlight());
        ledger.applied(1);
        assertNull(ledger.inFlight());
        assertEquals(2, next().number());
    }

    @Test
    void wantingWhatIsWantedSendsNothingAgainAndKeepsItsPlace() {
        ledger.want(TestKeys.key(0));
        ledger.want(TestKeys.key(1));
        ledger.want(TestKeys.key(0));
        assertEquals(TestKeys.keys(0, 2), next().register());
        ledger.want(TestKeys.key(0));
        ledger.applied(1);
        ledger.want(TestKeys.key(0));
        assertEquals(0, ledger.dirtyCount());
    }

    @Test
    void aKeyThatWasNeverSentMayBeFreedAtOnce() {
        assertTrue(ledger.retire(KEY));
        ledger.want(KEY);
        assertTrue(ledger.retire(KEY));
        assertEquals(KeyState.ABSENT, ledger.state(KEY));
        assertNull(ledger.next(NODE, SESSION));
    }

    @Test
    void aRegisteredKeyIsFreedOnlyWhenItsRetirementIsGranted() {
        register(List.of(KEY));
        assertFalse(ledger.retire(KEY));
        assertFalse(ledger.retire(KEY));
        assertEquals(KeyState.RETIRING, ledger.state(KEY));
        assertEquals(0, ledger.registeredCount());
        assertEquals(new LedgerBatch(NODE, SESSION, 2, List.of(KEY), List.of()), next());
        assertEquals(KeyState.RETIRING, ledger.state(KEY));
        assertEquals(List.of(KEY), ledger.applied(2));
        assertEquals(KeyState.ABSENT, ledger.state(KEY));
    }

    @Test
    void aKeyWhoseRegistrationIsInFlightIsRetiredByTheBatchAfter() {
        ledger.want(KEY);
        next();
        assertFalse(ledger.retire(KEY));
        assertEquals(KeyState.RETIRING, ledger.state(KEY));
        assertEquals(List.of(), ledger.applied(1));
        assertEquals(KeyState.RETIRING, ledger.state(KEY));
        assertEquals(List.of(KEY), next().retire());
        assertEquals(List.of(KEY), ledger.applied(2));
    }

    @Test
    void wantingAgainBeforeTheRetirementIsSentCancelsIt() {
        register(List.of(KEY));
        ledger.retire(KEY);
        ledger.want(KEY);
        assertEquals(KeyState.REGISTERED, ledger.state(KEY));
        assertEquals(1, ledger.registeredCount());
        assertNull(ledger.next(NODE, SESSION));
    }

    @Test
    void wantingAgainWhileTheRegistrationIsInFlightCancelsTheRetirement() {
        ledger.want(KEY);
        next();
        ledger.retire(KEY);
        ledger.want(KEY);
        assertEquals(KeyState.IN_FLIGHT, ledger.state(KEY));
        ledger.applied(1);
        assertEquals(KeyState.REGISTERED, ledger.state(KEY));
        assertEquals(1, ledger.registeredCount());
        assertEquals(0, ledger.dirtyCount());
    }

    @Test
    void aGrantForAKeyWantedAgainFreesNothingAndRegistersItAnew() {
        register(List.of(KEY));
        ledger.retire(KEY);
        next();
        ledger.want(KEY);
        assertEquals(KeyState.DIRTY, ledger.state(KEY));
        assertEquals(List.of(), ledger.applied(2));
        assertEquals(KeyState.DIRTY, ledger.state(KEY));
        assertEquals(new LedgerBatch(NODE, SESSION, 3, List.of(), List.of(KEY)), next());
        ledger.applied(3);
        assertEquals(1, ledger.registeredCount());
    }

    @Test
    void aKeyWantedAgainAndRetiredAgainWaitsForTheGrantInFlight() {
        register(List.of(KEY));
        ledger.retire(KEY);
        next();
        ledger.want(KEY);
        assertFalse(ledger.retire(KEY));
        assertEquals(KeyState.RETIRING, ledger.state(KEY));
        assertEquals(List.of(KEY), ledger.applied(2));
        assertEquals(KeyState.ABSENT, ledger.state(KEY));
        assertNull(ledger.next(NODE, SESSION));
    }

    @Test
    void retirementsComeFirstAndABatchIsBounded() {
        register(TestKeys.keys(0, 3));
        TestKeys.keys(3, 7).forEach(ledger::want);
        TestKeys.keys(0, 3).forEach(ledger::retire);
        assertEquals(7, ledger.dirtyCount());
        assertEquals(new LedgerBatch(NODE, SESSION, 2, TestKeys.keys(0, 3), TestKeys.keys(3, 4)), next());
        assertEquals(TestKeys.keys(0, 3), ledger.applied(2));
        assertEquals(TestKeys.keys(4, 7), next().register());
    }

    @Test
    void repliesToOtherBatchesMeanNothing() {
        register(List.of(KEY));
        ledger.retire(KEY);
        LedgerBatch batch = next();
        assertEquals(List.of(), ledger.applied(1));
        assertEquals(List.of(), ledger.applied(3));
        LedgerBatch stranger = new LedgerBatch(NODE, new SessionId(4), 2, List.of(KEY), List.of());
        assertEquals(List.of(), ledger.applied(stranger));
        assertEquals(KeyState.RETIRING, ledger.state(KEY));
        assertEquals(List.of(KEY), ledger.applied(batch));
        assertEquals(List.of(), ledger.applied(batch));
    }

    @Test
    void aNewSessionIsToldEverythingFreshBlocksFirst() {
        register(TestKeys.keys(0, 3));
        ledger.want(TestKeys.key(9));
        ledger.retire(TestKeys.key(1));
        ledger.sessionOpened();
        assertEquals(0, ledger.registeredCount());
        assertEquals(KeyState.DIRTY, ledger.state(TestKeys.key(1)));
        LedgerBatch batch = next();
        assertEquals(1, batch.number());
        assertEquals(List.of(), batch.retire());
        assertEquals(List.of(TestKeys.key(9), TestKeys.key(0), TestKeys.key(1), TestKeys.key(2)), batch.register());
    }

    @Test
    void aNewSessionDissolvesTheBatchInFlight() {
        register(List.of(KEY));
        ledger.retire(KEY);
        ledger.want(TestKeys.key(1));
        next();
        ledger.sessionOpened();
        assertNull(ledger.inFlight());
        assertEquals(List.of(), ledger.applied(2));
        assertEquals(2, ledger.dirtyCount());
        assertTrue(ledger.retire(KEY), "the new session has not heard of it");
        assertEquals(1, ledger.dirtyCount());
    }

    @Test
    void aSessionThatComesBackGrantsWhatItHasApplied() {
        register(List.of(KEY));
        ledger.retire(KEY);
        next();
        assertEquals(List.of(KEY), ledger.sessionResumed(2));
        assertNull(ledger.inFlight());
        assertEquals(KeyState.ABSENT, ledger.state(KEY));
    }

    @Test
    void aSessionThatComesBackWithoutTheBatchGetsItAgain() {
        register(List.of(KEY));
        ledger.retire(KEY);
        LedgerBatch batch = next();
        assertEquals(List.of(), ledger.sessionResumed(1));
        assertSame(batch, ledger.inFlight());
    }

    @Test
    void aBatchSizeOutsideTheLimitsIsRefused() {
        assertThrows(Invariant.Broken.class, () -> new RegistrationLedger(0));
        assertThrows(Invariant.Broken.class, () -> new RegistrationLedger(Limits.MAX_LEDGER_KEYS + 1));
    }
}
