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
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
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

    @Test
    void aKeyThatTheMasterNamesAndTheLedgerDoesNotKnowIsToldAsGone() {
        assertTrue(ledger.disown(KEY));
        assertEquals(KeyState.GONE, ledger.state(KEY));
        assertFalse(ledger.disown(KEY), "the master is about to hear");
        LedgerBatch batch = next();
        assertEquals(List.of(KEY), batch.gone());
        assertEquals(List.of(), applied(batch.number()), "there is nothing to free");
        assertEquals(KeyState.ABSENT, ledger.state(KEY));
    }

    @Test
    void aKnownKeyIsNotDisowned() {
        register(List.of(KEY));
        assertFalse(ledger.disown(KEY));
        assertEquals(KeyState.REGISTERED, ledger.state(KEY));
    }

    @Test
    void aDisownedKeyThatIsSavedBeforeTheMasterHearsIsRegisteredAlready() {
        ledger.disown(KEY);
        ledger.want(KEY);
        assertEquals(KeyState.REGISTERED, ledger.state(KEY));
        assertEquals(1, ledger.registeredCount());
        assertNull(ledger.next(NODE, SESSION, NOW));
    }

    @Test
    void whenTheMasterAsksABatchGoesThoughItIsEmptyAndOnlyOne() {
        ledger.asked();
        assertEquals(new LedgerBatch(NODE, SESSION, 1, List.of(), List.of()), next());
        applied(1);
        assertNull(ledger.next(NODE, SESSION, NOW));
    }

    @Test
    void whatAnEarlierSessionAskedIsForgotten() {
        ledger.asked();
        ledger.disown(KEY);
        ledger.sessionOpened();
        assertEquals(KeyState.ABSENT, ledger.state(KEY));
        assertTrue(next().inventoryEnd());
        applied(1);
        assertNull(ledger.next(NODE, SESSION, NOW));
    }
}
