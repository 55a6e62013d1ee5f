package io.forebay.core.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.BlockKey;
import io.forebay.core.block.TestKeys;
import io.forebay.core.catalogue.LedgerMark;
import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.util.BitSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("acceptance")
class SuppressionTableTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int ASKED = 8;
    private final SuppressionTable table = new SuppressionTable(SuppressionTable.MAX_PAIRS);

    /// The peer with everything asked for, in a session in which so many batches are applied.
    private static OwnerRun peer(String node, long session, long lastBatch) {
        return new OwnerRun(new NodeId(node), 1, new SessionId(session), node + ":1", 0, ASKED, lastBatch);
    }

    private static BlockKey key(int number) {
        return new BlockKey(TestKeys.NAMESPACE, TestKeys.hash(number));
    }

    private static LedgerMark mark(long session, long batch) {
        return new LedgerMark(new SessionId(session), batch);
    }

    private BitSet suppressed(OwnerRun run, long now) {
        return table.among(run, TestKeys.NAMESPACE, TestKeys.hashes(0, ASKED), now);
    }

    private boolean isSuppressed(OwnerRun run, long now) {
        return suppressed(run, now).get(3);
    }

    @Test
    void anAbsentBlockIsSuppressedForItsPeerAlone() {
        table.absent(peer("a", 1, 4), key(3), mark(1, 7), 0);
        BitSet three = new BitSet();
        three.set(3);
        assertEquals(three, suppressed(peer("a", 1, 4), 1));
        assertEquals(new BitSet(), suppressed(peer("b", 1, 4), 1));
        assertEquals(1, table.count(1));
    }

    @Test
    void equalHashesOfAnotherNamespaceAreOtherBlocks() {
        var other = new io.forebay.core.block.Namespace("other", "", "f");
        table.absent(peer("a", 1, 4), new BlockKey(other, TestKeys.hash(3)), null, 0);
        assertFalse(isSuppressed(peer("a", 1, 4), 1));
    }

    @Test
    void itLastsUntilTheCatalogueHasAppliedTheBatchThatThePeerNamed() {
        table.absent(peer("a", 1, 4), key(3), mark(1, 7), 0);
        assertTrue(isSuppressed(peer("a", 1, 6), SECOND));
        assertFalse(isSuppressed(peer("a", 1, 7), SECOND));
        assertEquals(0, table.count(SECOND));
        assertFalse(isSuppressed(peer("a", 1, 6), SECOND), "what is over stays over");
    }

    @Test
    void itLastsTenSecondsAtMost() {
        table.absent(peer("a", 1, 4), key(3), mark(1, 7), 5);
        assertTrue(isSuppressed(peer("a", 1, 4), 10 * SECOND + 4));
        assertFalse(isSuppressed(peer("a", 1, 4), 10 * SECOND + 5));
        table.absent(peer("a", 1, 4), key(3), mark(1, 7), 5);
        assertEquals(0, table.count(10 * SECOND + 5), "also when nobody asks for it");
    }

    @Test
    void aSecondTimeCountsFromItself() {
        table.absent(peer("a", 1, 4), key(3), mark(1, 7), 0);
        table.absent(peer("a", 1, 4), key(3), mark(1, 9), 6 * SECOND);
        assertTrue(isSuppressed(peer("a", 1, 8), 15 * SECOND));
        assertEquals(1, table.count(15 * SECOND));
        assertFalse(isSuppressed(peer("a", 1, 9), 15 * SECOND));
    }

    @Test
    void corruptBytesAreSuppressedWhateverTheCatalogueApplies() {
        table.corrupt(peer("a", 1, 4), key(3), 0);
        assertTrue(isSuppressed(peer("a", 1, 1_000_000), 9 * SECOND));
        assertFalse(isSuppressed(peer("a", 1, 1_000_000), 10 * SECOND));
    }

    @Test
    void aPeerThatNamesNoBatchWaitsForTime() {
        table.absent(peer("a", 1, 4), key(3), null, 0);
        assertTrue(isSuppressed(peer("a", 1, 1_000), 9 * SECOND));
    }

    @Test
    void aNewSessionOfThePeerClearsItsPairs() {
        table.absent(peer("a", 1, 4), key(3), mark(1, 7), 0);
        table.corrupt(peer("a", 1, 4), key(5), 0);
        table.corrupt(peer("b", 1, 4), key(5), 0);
        assertEquals(new BitSet(), suppressed(peer("a", 2, 0), 1));
        assertEquals(1, table.count(1));
        table.corrupt(peer("a", 1, 4), key(3), 1);
        assertFalse(isSuppressed(peer("a", 2, 0), 1));
    }

    @Test
    void whatThePeerSaysOfItsNewSessionOutlivesAnOldAnswerOfTheMaster() {
        table.absent(peer("a", 1, 4), key(3), mark(2, 5), 0);
        assertTrue(isSuppressed(peer("a", 1, 100), 1));
        assertTrue(isSuppressed(peer("a", 2, 4), 1));
        table.corrupt(peer("a", 1, 4), key(5), 1);
        assertFalse(suppressed(peer("a", 2, 4), 1).get(5), "word of an older session changes nothing");
        assertFalse(isSuppressed(peer("a", 2, 5), 1));
    }

    @Test
    void aBatchOfAnOlderSessionThanTheCatalogueKnowsMeansNothing() {
        table.absent(peer("a", 2, 4), key(3), mark(1, 1), 0);
        assertTrue(isSuppressed(peer("a", 2, 5), 1));
    }

    @Test
    void theOldestPairMakesRoom() {
        SuppressionTable small = new SuppressionTable(3);
        for (int i = 0; i < 5; i++) {
            small.corrupt(peer("a", 1, 4), key(i), i);
        }
        small.corrupt(peer("a", 1, 4), key(2), 6);
        small.corrupt(peer("b", 1, 4), key(7), 7);
        BitSet left = small.among(peer("a", 1, 4), TestKeys.NAMESPACE, TestKeys.hashes(0, ASKED), 8);
        BitSet expected = new BitSet();
        expected.set(2);
        expected.set(4);
        assertEquals(expected, left);
        assertEquals(3, small.count(8));
    }

    /// Acceptance scenario 8.
    @Test
    void aMillionSuppressionsStayWithinTheBound() {
        for (int i = 0; i < 1_000_000; i++) {
            table.corrupt(peer("n" + i % 100, 1, 4), key(i), i);
            assertTrue(i % 1_000 != 0 || table.count(i) <= SuppressionTable.MAX_PAIRS);
        }
        assertEquals(SuppressionTable.MAX_PAIRS, table.count(1_000_000));
        OwnerRun last = new OwnerRun(new NodeId("n99"), 1, new SessionId(1), "", 0, 1, 0);
        assertTrue(table.among(last, TestKeys.NAMESPACE, TestKeys.hashes(999_999, 1_000_000), 1_000_000)
                .get(0));
        for (int i = 0; i < 100; i++) {
            table.among(peer("n" + i, 2, 0), TestKeys.NAMESPACE, TestKeys.hashes(0, 1), 1_000_000);
        }
        assertEquals(0, table.count(1_000_000));
    }
}
