package io.forebay.core.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.core.block.TestKeys;
import io.forebay.core.catalogue.LedgerReply;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import org.junit.jupiter.api.Test;

/// Which batch tells the master what a node wants of a key.
class BatchOfKeyTest {
    private final RegistrationLedger ledger = new RegistrationLedger(2);

    private void send() {
        ledger.next(new NodeId("a"), new SessionId(1), 0);
    }

    private void applied(long number) {
        ledger.applied(new LedgerReply.Applied(number), 0);
    }

    private void assertBatch(long number, int key) {
        assertEquals(number, ledger.batchOf(TestKeys.key(key)));
    }

    @Test
    void aKeyThatIsGoneWasToldWithTheLastBatchApplied() {
        assertBatch(0, 0);
        ledger.want(TestKeys.key(0));
        send();
        assertBatch(0, 1);
        applied(1);
        assertBatch(1, 1);
        ledger.retire(TestKeys.key(0));
        send();
        applied(2);
        assertBatch(2, 0);
    }

    @Test
    void aKeyInFlightIsToldWithItsBatchAndADirtyOneWithTheNext() {
        ledger.want(TestKeys.key(0));
        ledger.want(TestKeys.key(1));
        assertBatch(2, 0);
        send();
        assertBatch(1, 0);
        ledger.retire(TestKeys.key(0));
        assertBatch(2, 0);
        applied(1);
        send();
        assertBatch(2, 0);
    }

    @Test
    void whereMoreWaitThanABatchHoldsTheLatestThatMayBeIsNamed() {
        TestKeys.keys(0, 5).forEach(ledger::want);
        assertBatch(3, 4);
    }
}
