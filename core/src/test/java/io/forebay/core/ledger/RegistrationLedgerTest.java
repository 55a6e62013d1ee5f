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
import io.forebay.core.catalogue.LedgerReply;
import io.forebay.core.catalogue.NodeId;
import io.forebay.core.catalogue.RouterLease;
import io.forebay.core.catalogue.SessionId;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RegistrationLedgerTest {
    private static final NodeId NODE = new NodeId("a");
    private static final SessionId SESSION = new SessionId(5);
    private static final long NOW = 1_000;
    private static final BlockKey KEY = TestKeys.key(0);

    private final RegistrationLedger ledger = new RegistrationLedger(4);

    private LedgerBatch next() {
        return Objects.requireNonNull(ledger.next(NODE, SESSION, NOW), "a batch is due");
    }

    private List<BlockKey> applied(long number) {
        return ledger.applied(new LedgerReply.Applied(number), NOW);
    }

    private List<BlockKey> refused(long number, long leftNanos) {
        return ledger.applied(new LedgerReply.Applied(number, List.of(new RouterLease(KEY, leftNanos))), NOW);
    }

    private List<BlockKey> roundTrip() {
        return applied(next().number());
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
        assertEquals(List.of(), applied(1));
        assertEquals(KeyState.REGISTERED, ledger.state(KEY));
        assertEquals(1, ledger.registeredCount());
        assertNull(ledger.next(NODE, SESSION, NOW));
    }

    @Test
    void oneBatchIsInFlightAtATime() {
        ledger.want(KEY);
        LedgerBatch batch = next();
        ledger.want(TestKeys.key(1));
        assertNull(ledger.next(NODE, SESSION, NOW));
        assertSame(batch, ledger.inFlight());
        applied(1);
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
        applied(1);
        ledger.want(TestKeys.key(0));
        assertEquals(0, ledger.dirtyCount());
    }

    @Test
    void aKeyThatWasNeverSentMayBeFreedAtOnce() {
        assertTrue(ledger.retire(KEY));
        ledger.want(KEY);
        assertTrue(ledger.retire(KEY));
        assertEquals(KeyState.ABSENT, ledger.state(KEY));
        assertNull(ledger.next(NODE, SESSION, NOW));
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
        assertEquals(List.of(KEY), applied(2));
        assertEquals(KeyState.ABSENT, ledger.state(KEY));
    }

    @Test
    void aKeyWhoseRegistrationIsInFlightIsRetiredByTheBatchAfter() {
        ledger.want(KEY);
        next();
        assertFalse(ledger.retire(KEY));
        assertEquals(KeyState.RETIRING, ledger.state(KEY));
        assertEquals(List.of(), applied(1));
        assertEquals(KeyState.RETIRING, ledger.state(KEY));
        assertEquals(List.of(KEY), next().retire());
        assertEquals(List.of(KEY), applied(2));
    }

    @Test
    void wantingAgainBeforeTheRetirementIsSentCancelsIt() {
        register(List.of(KEY));
        ledger.retire(KEY);
        ledger.want(KEY);
        assertEquals(KeyState.REGISTERED, ledger.state(KEY));
        assertEquals(1, ledger.registeredCount());
        assertNull(ledger.next(NODE, SESSION, NOW));
    }

    @Test
    void wantingAgainWhileTheRegistrationIsInFlightCancelsTheRetirement() {
        ledger.want(KEY);
        next();
        ledger.retire(KEY);
        ledger.want(KEY);
        assertEquals(KeyState.IN_FLIGHT, ledger.state(KEY));
        applied(1);
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
        assertEquals(List.of(), applied(2));
        assertEquals(KeyState.DIRTY, ledger.state(KEY));
        assertEquals(new LedgerBatch(NODE, SESSION, 3, List.of(), List.of(KEY)), next());
        applied(3);
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
        assertEquals(List.of(KEY), applied(2));
        assertEquals(KeyState.ABSENT, ledger.state(KEY));
        assertNull(ledger.next(NODE, SESSION, NOW));
    }

    @Test
    void aBatchIsBoundedAndHasWhatIsGoneThenFreshBlocksThenProposals() {
        register(TestKeys.keys(0, 6));
        ledger.retire(TestKeys.key(0));
        ledger.retire(TestKeys.key(1));
        ledger.lose(TestKeys.key(2));
        ledger.want(TestKeys.key(6));
        ledger.want(TestKeys.key(7));
        assertEquals(5, ledger.dirtyCount());
        assertEquals(
                new LedgerBatch(
                        NODE,
                        SESSION,
                        3,
                        0,
                        false,
                        TestKeys.keys(2, 3),
                        TestKeys.keys(0, 1),
                        TestKeys.keys(6, 8),
                        List.of()),
                next());
        assertEquals(TestKeys.keys(0, 1), applied(3));
        assertEquals(TestKeys.keys(1, 2), next().retire());
    }

    @Test
    void aRefusedKeyIsRegisteredAsBeforeAndStaysForItsTime() {
        register(List.of(KEY));
        ledger.retire(KEY);
        next();
        assertFalse(ledger.mustStay(KEY, NOW));
        assertEquals(List.of(), refused(2, 50));
        assertEquals(KeyState.REGISTERED, ledger.state(KEY));
        assertEquals(1, ledger.registeredCount());
        assertNull(ledger.next(NODE, SESSION, NOW), "it is not proposed again by itself");
        assertTrue(ledger.mustStay(KEY, NOW + 49));
        assertFalse(ledger.mustStay(KEY, NOW + 50));
        ledger.retire(KEY);
        assertEquals(List.of(KEY), next().retire());
    }

    @Test
    void aRefusedKeyThatWasWantedAgainIsNotRegisteredTwice() {
        register(List.of(KEY));
        ledger.retire(KEY);
        next();
        ledger.want(KEY);
        assertEquals(List.of(), refused(2, 50));
        assertEquals(KeyState.REGISTERED, ledger.state(KEY));
        assertEquals(1, ledger.registeredCount());
        assertEquals(0, ledger.dirtyCount());
    }

    @Test
    void whatIsGoneIsToldAndNeverGranted() {
        register(List.of(KEY));
        ledger.lose(KEY);
        assertEquals(KeyState.GONE, ledger.state(KEY));
        assertEquals(0, ledger.registeredCount());
        ledger.retire(KEY);
        assertEquals(KeyState.GONE, ledger.state(KEY));
        assertEquals(List.of(KEY), next().gone());
        assertEquals(List.of(), applied(2));
        assertEquals(KeyState.ABSENT, ledger.state(KEY));
    }

    @Test
    void aKeyLostWhileItsRetirementIsRefusedIsToldAsGone() {
        register(List.of(KEY));
        ledger.retire(KEY);
        next();
        ledger.lose(KEY);
        assertEquals(List.of(), refused(2, 50));
        assertEquals(KeyState.GONE, ledger.state(KEY));
        assertEquals(List.of(KEY), next().gone());
        assertEquals(List.of(), applied(3));
        assertEquals(KeyState.ABSENT, ledger.state(KEY));
    }

    @Test
    void aKeyLostWhileItsRetirementIsInFlightIsNotGranted() {
        register(List.of(KEY));
        ledger.retire(KEY);
        next();
        ledger.lose(KEY);
        assertEquals(List.of(), applied(2), "its memory is free already");
        assertEquals(KeyState.ABSENT, ledger.state(KEY));
        assertNull(ledger.next(NODE, SESSION, NOW));
    }

    @Test
    void aKeySavedAgainBeforeItsLossIsToldIsStillRegistered() {
        register(List.of(KEY));
        ledger.lose(KEY);
        ledger.want(KEY);
        assertEquals(KeyState.REGISTERED, ledger.state(KEY));
        assertNull(ledger.next(NODE, SESSION, NOW));
    }

    @Test
    void aKeySavedAndRetiredAgainWhileItsLossIsInFlightIsGranted() {
        register(List.of(KEY));
        ledger.lose(KEY);
        next();
        ledger.want(KEY);
        assertFalse(ledger.retire(KEY));
        assertEquals(List.of(KEY), applied(2));
    }

    @Test
    void aLossIsForgottenWithItsSession() {
        register(List.of(KEY));
        ledger.lose(KEY);
        ledger.sessionOpened();
        assertEquals(KeyState.ABSENT, ledger.state(KEY));
        LedgerBatch batch = next();
        assertEquals(List.of(), batch.gone());
        assertTrue(batch.inventoryEnd());
    }

    @Test
    void aLeaseTravelsWithOrBehindItsRegistration() {
        ledger.want(KEY);
        ledger.lease(KEY, NOW + 50);
        assertTrue(ledger.mustStay(KEY, NOW + 49));
        assertEquals(List.of(new RouterLease(KEY, 50)), next().leases());
        assertFalse(ledger.isLeased(KEY, NOW), "the master has not applied it");
        applied(1);
        assertTrue(ledger.isLeased(KEY, NOW + 49));
        assertFalse(ledger.isLeased(KEY, NOW + 50));
        ledger.lease(KEY, NOW + 60);
        assertFalse(ledger.isLeased(KEY, NOW));
        assertEquals(List.of(new RouterLease(KEY, 60)), next().leases());
        applied(2);
        assertNull(ledger.next(NODE, SESSION, NOW));
    }

    @Test
    void aLeaseOfAKeyThatIsNotToldYetWaitsForItsRegistration() {
        TestKeys.keys(0, 5).forEach(ledger::want);
        ledger.lease(TestKeys.key(4), NOW + 50);
        assertEquals(List.of(), next().leases());
        applied(1);
        assertEquals(List.of(new RouterLease(TestKeys.key(4), 50)), next().leases());
    }

    @Test
    void whatLeavesIsNotLeasedAnyMore() {
        register(List.of(KEY));
        ledger.lease(KEY, NOW + 50);
        ledger.lose(KEY);
        assertEquals(List.of(), next().leases());
        ledger.lease(KEY, NOW + 50);
        assertNull(ledger.next(NODE, SESSION, NOW));
    }

    @Test
    void anInventoryCarriesTheLeasesThatLast() {
        register(TestKeys.keys(0, 2));
        ledger.lease(TestKeys.key(0), NOW + 50);
        ledger.lease(TestKeys.key(1), NOW);
        roundTrip();
        ledger.sessionOpened();
        assertFalse(ledger.isLeased(TestKeys.key(0), NOW), "the new session does not know of it");
        LedgerBatch inventory = next();
        assertEquals(List.of(new RouterLease(TestKeys.key(0), 50)), inventory.leases());
        assertTrue(inventory.inventoryEnd());
        applied(1);
        assertTrue(ledger.isLeased(TestKeys.key(0), NOW));
    }

    @Test
    void anInventoryComesInPartsBehindFreshBlocksAndEndsOnce() {
        register(TestKeys.keys(0, 6));
        ledger.sessionOpened();
        ledger.want(TestKeys.key(9));
        LedgerBatch first = next();
        assertEquals(TestKeys.key(9), first.register().getFirst());
        assertFalse(first.inventoryEnd());
        applied(1);
        assertEquals(3, ledger.backfilledCount(), "a fresh block is not backfilled");
        ledger.want(TestKeys.key(10));
        LedgerBatch second = next();
        assertEquals(
                List.of(10, 3, 4, 5),
                second.register().stream().map(TestKeys::number).toList());
        assertTrue(second.inventoryEnd());
        applied(2);
        assertEquals(6, ledger.backfilledCount());
        assertNull(ledger.next(NODE, SESSION, NOW));
        ledger.want(TestKeys.key(11));
        assertFalse(next().inventoryEnd());
    }

    @Test
    void anInventoryOfNothingEndsAtOnce() {
        ledger.sessionOpened();
        assertEquals(new LedgerBatch(NODE, SESSION, 1, 0, true, List.of(), List.of(), List.of(), List.of()), next());
    }

    @Test
    void aLargeInventoryLeavesRoomForOthers() {
        RegistrationLedger large = new RegistrationLedger(Limits.MAX_LEDGER_KEYS);
        TestKeys.keys(0, RegistrationLedger.INVENTORY_KEYS + 1).forEach(large::want);
        large.next(NODE, SESSION, NOW);
        large.applied(new LedgerReply.Applied(1), NOW);
        large.sessionOpened();
        LedgerBatch batch = Objects.requireNonNull(large.next(NODE, SESSION, NOW), "a batch is due");
        assertEquals(RegistrationLedger.INVENTORY_KEYS, batch.register().size());
        assertFalse(batch.inventoryEnd());
    }

    @Test
    void aHiddenNodeSaysOnceThatItHasCaughtUp() {
        ledger.hidden(1);
        LedgerBatch batch = next();
        assertEquals(1, batch.caughtUp());
        ledger.hidden(1);
        applied(1);
        assertNull(ledger.next(NODE, SESSION, NOW));
        ledger.hidden(2);
        assertEquals(2, next().caughtUp());
    }

    @Test
    void aBatchCatchesUpOnlyWhenNothingThatIsGoneIsLeftOut() {
        register(TestKeys.keys(0, 6));
        TestKeys.keys(0, 6).forEach(ledger::lose);
        ledger.hidden(1);
        assertEquals(0, next().caughtUp());
        applied(3);
        LedgerBatch last = next();
        assertEquals(1, last.caughtUp());
        assertEquals(TestKeys.keys(4, 6), last.gone());
    }

    @Test
    void repliesToOtherBatchesMeanNothing() {
        register(List.of(KEY));
        ledger.retire(KEY);
        LedgerBatch batch = next();
        assertEquals(List.of(), applied(1));
        assertEquals(List.of(), applied(3));
        LedgerBatch stranger = new LedgerBatch(NODE, new SessionId(4), 2, List.of(KEY), List.of());
        assertEquals(List.of(), ledger.applied(stranger, new LedgerReply.Applied(2), NOW));
        assertEquals(KeyState.RETIRING, ledger.state(KEY));
        assertEquals(List.of(KEY), ledger.applied(batch, new LedgerReply.Applied(2), NOW));
        assertEquals(List.of(), ledger.applied(batch, new LedgerReply.Applied(2), NOW));
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
        assertEquals(List.of(), applied(2));
        assertEquals(2, ledger.dirtyCount());
        assertTrue(ledger.retire(KEY), "the new session has not heard of it");
        assertEquals(1, ledger.dirtyCount());
    }

    @Test
    void aBatchSizeOutsideTheLimitsIsRefused() {
        assertThrows(Invariant.Broken.class, () -> new RegistrationLedger(0));
        assertThrows(Invariant.Broken.class, () -> new RegistrationLedger(Limits.MAX_LEDGER_KEYS + 1));
    }
}
