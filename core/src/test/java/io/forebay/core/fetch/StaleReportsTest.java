package io.forebay.core.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.block.TestKeys;
import io.forebay.core.catalogue.LedgerMark;
import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.catalogue.ReportStale;
import io.forebay.core.catalogue.StaleReason;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class StaleReportsTest {
    private static final OwnerRun A = owner("a", 5);
    private final StaleReports reports = new StaleReports();

    private static OwnerRun owner(String node, long session) {
        return new OwnerRun(new NodeId(node), 1, new SessionId(session), node + ":1", 0, 8, 3);
    }

    private static ReportStale report(OwnerRun owner, StaleReason reason, int... numbers) {
        var hashes = java.util.Arrays.stream(numbers).mapToObj(TestKeys::hash).toList();
        return new ReportStale(owner.node(), owner.session(), TestKeys.NAMESPACE, hashes, reason);
    }

    @Test
    void blocksOfOneOwnerGoTogetherAndEachOnce() {
        reports.add(A, TestKeys.key(1), StaleReason.CORRUPT);
        reports.add(A, TestKeys.key(2), StaleReason.CORRUPT);
        assertTrue(reports.add(A, TestKeys.key(1), StaleReason.CORRUPT));
        assertEquals(report(A, StaleReason.CORRUPT, 1, 2), reports.next());
        assertNull(reports.next());
    }

    @Test
    void eachOwnerSessionReasonAndNamespaceHasItsReportOldestFirst() {
        BlockKey elsewhere = new BlockKey(new Namespace("llama", "other", "00ff"), TestKeys.hash(1));
        reports.add(A, TestKeys.key(1), StaleReason.CORRUPT);
        reports.add(A, TestKeys.key(1), StaleReason.ABSENT);
        reports.add(owner("a", 6), TestKeys.key(1), StaleReason.CORRUPT);
        reports.add(owner("b", 5), TestKeys.key(1), StaleReason.CORRUPT);
        reports.add(A, elsewhere, StaleReason.CORRUPT);
        assertEquals(report(A, StaleReason.CORRUPT, 1), reports.next());
        assertEquals(report(A, StaleReason.ABSENT, 1), reports.next());
        assertEquals(report(owner("a", 6), StaleReason.CORRUPT, 1), reports.next());
        assertEquals(report(owner("b", 5), StaleReason.CORRUPT, 1), reports.next());
        assertEquals(
                new ReportStale(
                        A.node(), A.session(), elsewhere.namespace(), List.of(elsewhere.hash()), StaleReason.CORRUPT),
                reports.next());
        assertNull(reports.next());
    }

    @Test
    void atTheBoundAFurtherBlockIsNotTakenUntilAReportIsSent() {
        for (int i = 0; i < ReportStale.MAX_HASHES; i++) {
            assertTrue(reports.add(A, TestKeys.key(i), StaleReason.CORRUPT));
        }
        assertFalse(reports.add(owner("b", 1), TestKeys.key(0), StaleReason.CORRUPT));
        assertTrue(reports.add(A, TestKeys.key(7), StaleReason.CORRUPT), "is waiting already");
        assertEquals(
                ReportStale.MAX_HASHES,
                Objects.requireNonNull(reports.next()).hashes().size());
        assertNull(reports.next(), "what was not taken left nothing behind");
        assertTrue(reports.add(A, TestKeys.key(7), StaleReason.CORRUPT));
    }

    /// An absent block is worth a report only then: otherwise the catalogue is about to hear of it anyway.
    @Test
    void aRunHasAppliedABatchOfItsOwnSessionUpToItsLast() {
        assertTrue(A.hasApplied(new LedgerMark(new SessionId(5), 3)));
        assertFalse(A.hasApplied(new LedgerMark(new SessionId(5), 4)));
        assertFalse(A.hasApplied(new LedgerMark(new SessionId(6), 1)));
    }
}
