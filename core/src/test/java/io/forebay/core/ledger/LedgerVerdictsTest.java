package io.forebay.core.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.BlockKey;
import io.forebay.core.block.TestKeys;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.LedgerReply;
import io.forebay.core.catalogue.Promoted;
import io.forebay.core.catalogue.RouterLease;
import io.forebay.core.prefetch.TaskAttempt;
import io.forebay.core.prefetch.TaskId;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// What the master refuses, what is gone without being asked for, and what a barrier covers.
class LedgerVerdictsTest {
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

    /// It would be freed at once, since the master does not know it yet, and its task would have no end.
    @Test
    void whatAPromotionBroughtStaysUntilItsEndIsSaid() {
        TaskAttempt attempt = new TaskAttempt(new TaskId(1), 1);
        ledger.want(KEY);
        ledger.promoted(KEY, attempt);
        assertTrue(ledger.stayNanos(KEY, NOW) > 0);
        assertEquals(List.of(new Promoted(attempt, KEY)), next().promoted());
        assertEquals(0, ledger.stayNanos(KEY, NOW));
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
}
