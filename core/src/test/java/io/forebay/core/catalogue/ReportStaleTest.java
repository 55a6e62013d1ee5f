package io.forebay.core.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.TestKeys;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The master hears of stale replicas and asks their owner. Node `a` has blocks 0 to 3.
class ReportStaleTest {
    private final CatalogueFixture master = new CatalogueFixture();
    private final SessionId session = master.nodeWith("a", TestKeys.keys(0, 4));

    private int report(SessionId of, List<BlockHash> hashes) {
        Reply reply =
                master.step(new ReportStale(new NodeId("a"), of, TestKeys.NAMESPACE, hashes, StaleReason.CORRUPT));
        return ((StaleReply) reply).suspected();
    }

    private List<BlockKey> suspectsOf(long number, List<BlockKey> retire, List<BlockKey> register) {
        Reply reply = master.batch("a", session, number, retire, register);
        return assertInstanceOf(LedgerReply.Applied.class, reply).suspects();
    }

    private boolean isSuspected() {
        return ((AliveReply) master.heartbeat("a", session)).suspected();
    }

    @Test
    void aReportTakesNothingAwayAndTheOwnerIsAskedOnItsLedger() {
        assertFalse(isSuspected());
        assertEquals(2, report(session, TestKeys.hashes(1, 3)));
        assertEquals("a[0..4)", master.runs(0, 4));
        assertTrue(isSuspected());
        assertEquals(TestKeys.keys(1, 3), suspectsOf(2, List.of(), List.of()));
        assertFalse(isSuspected());
        assertEquals(List.of(), suspectsOf(3, List.of(), List.of()));
    }

    @Test
    void theQuestionIsRepeatedWithItsReply() {
        report(session, TestKeys.hashes(1, 2));
        suspectsOf(2, List.of(), List.of());
        assertEquals(TestKeys.keys(1, 2), suspectsOf(2, List.of(), List.of()));
    }

    @Test
    void whatTheOwnerSaysIsGoneIsGoneWhateverItsLease() {
        master.step(new LedgerBatch(
                new NodeId("a"),
                session,
                2,
                0,
                false,
                List.of(),
                List.of(),
                List.of(),
                List.of(new RouterLease(TestKeys.key(1), 5))));
        report(session, TestKeys.hashes(1, 2));
        suspectsOf(3, List.of(), List.of());
        master.step(new LedgerBatch(
                new NodeId("a"), session, 4, 0, false, TestKeys.keys(1, 2), List.of(), List.of(), List.of()));
        assertEquals("a[0..1)", master.runs(0, 4));
        assertEquals("a[0..2)", master.runs(2, 4));
    }

    @Test
    void aReportOfAnOldSessionIsIgnored() {
        SessionId next = master.session("a", 2);
        master.batch("a", next, 1, List.of(), TestKeys.keys(0, 4));
        assertEquals(0, report(session, TestKeys.hashes(0, 4)));
        assertFalse(((AliveReply) master.heartbeat("a", next)).suspected());
        assertEquals(new LedgerReply.Applied(2), master.batch("a", next, 2, List.of(), List.of()));
    }

    @Test
    void whatTheCatalogueDoesNotNameForTheOwnerIsNoSuspect() {
        master.nodeWith("b", TestKeys.keys(4, 5));
        assertEquals(0, report(session, TestKeys.hashes(4, 9)));
        assertFalse(isSuspected());
    }

    @Test
    void whatTheNextBatchLetsGoOrBringsAnewIsNotAskedFor() {
        report(session, TestKeys.hashes(0, 4));
        assertEquals(TestKeys.keys(2, 4), suspectsOf(2, TestKeys.keys(0, 2), TestKeys.keys(0, 1)));
        assertEquals(0, master.stats().suspects());
    }

    @Test
    void eachSuspectCountsOnceHoweverOftenItIsReported() {
        report(session, List.of(TestKeys.hash(2), TestKeys.hash(1), TestKeys.hash(2)));
        assertEquals(2, report(session, TestKeys.hashes(1, 3)));
        assertEquals(2, master.stats().suspects());
        assertEquals(List.of(TestKeys.key(2), TestKeys.key(1)), suspectsOf(2, List.of(), List.of()));
    }

    @Test
    void theOldestSuspectsMakePlaceAndAreCounted() {
        master.batch("a", session, 2, List.of(), TestKeys.keys(4, Suspects.MAX + 10));
        for (int from = 0; from < Suspects.MAX; from += ReportStale.MAX_HASHES) {
            report(session, TestKeys.hashes(from, from + ReportStale.MAX_HASHES));
        }
        assertEquals(0, master.stats().suspectsDropped());
        report(session, TestKeys.hashes(Suspects.MAX, Suspects.MAX + 10));
        assertEquals(10, master.stats().suspectsDropped());
        assertEquals(Suspects.MAX, master.stats().suspects());
        assertEquals(TestKeys.keys(10, Suspects.MAX + 10), suspectsOf(3, List.of(), List.of()));
    }

    @Test
    void aReportHasOneToAThousandTwentyFourHashes() {
        for (List<BlockHash> hashes : List.of(TestKeys.hashes(0, 0), TestKeys.hashes(0, 1_025))) {
            assertEquals(
                    "hashes",
                    assertThrows(InvalidInput.class, () -> report(session, hashes))
                            .field());
        }
    }

    @Test
    void theSuspectsOfAnEndedSessionAreNoLongerCounted() {
        report(session, TestKeys.hashes(0, 2));
        master.session("a", 2);
        assertEquals(0, master.stats().suspects());
    }
}
