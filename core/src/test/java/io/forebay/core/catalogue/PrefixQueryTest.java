package io.forebay.core.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.core.block.BlockKey;
import io.forebay.core.block.TestKeys;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrefixQueryTest {
    private final CatalogueFixture master = new CatalogueFixture();

    @Test
    void theLongestOwnerComesFirstAndEqualOnesByName() {
        master.nodeWith("c", TestKeys.keys(0, 5));
        master.nodeWith("b", TestKeys.keys(0, 8));
        master.nodeWith("a", TestKeys.keys(0, 5));
        assertEquals("b[0..8) a[0..5) c[0..5)", master.runs(0, 10));
    }

    @Test
    void aRunEndsAtItsFirstHole() {
        List<BlockKey> holed = new ArrayList<>(TestKeys.keys(0, 8));
        holed.remove(3);
        master.nodeWith("a", holed);
        assertEquals("a[0..3)", master.runs(0, 8));
    }

    @Test
    void ownersAreSplicedFromTheEndOfTheLongestRun() {
        master.nodeWith("a", TestKeys.keys(0, 4));
        master.nodeWith("b", TestKeys.keys(2, 8));
        master.nodeWith("c", TestKeys.keys(4, 6));
        master.nodeWith("d", TestKeys.keys(9, 12));
        assertEquals("a[0..4) b[4..8) c[4..6)", master.runs(0, 12));
    }

    @Test
    void anOwnerComesAgainBehindAHoleThatAnotherOneFills() {
        List<BlockKey> holed = new ArrayList<>(TestKeys.keys(0, 8));
        holed.remove(3);
        master.nodeWith("a", holed);
        master.nodeWith("b", TestKeys.keys(3, 4));
        assertEquals("a[0..3) b[3..4) a[4..8)", master.runs(0, 8));
    }

    @Test
    void anOwnerWhoseShorterRunEndedCanStartAgainLater() {
        List<BlockKey> holed = new ArrayList<>(TestKeys.keys(0, 9));
        holed.remove(2);
        master.nodeWith("a", holed);
        master.nodeWith("b", TestKeys.keys(0, 5));
        assertEquals("b[0..5) a[0..2) a[5..9)", master.runs(0, 9));
    }

    @Test
    void nothingIsFoundWhenNobodyHasTheFirstHash() {
        master.nodeWith("a", TestKeys.keys(1, 8));
        assertEquals("", master.runs(0, 8));
        assertEquals("a[0..7)", master.runs(1, 8));
    }

    @Test
    void anInvisibleOwnerNeitherStartsNorContinuesARun() {
        master.nodeWith("a", TestKeys.keys(0, 8));
        master.now += CatalogueFixture.STALE;
        master.nodeWith("b", TestKeys.keys(0, 2));
        assertEquals("b[0..2)", master.runs(0, 8));
    }

    @Test
    void theChainIsSplicedABoundedNumberOfTimes() {
        List<BlockKey> even = new ArrayList<>();
        List<BlockKey> odd = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            (i % 2 == 0 ? even : odd).add(TestKeys.key(i));
        }
        master.nodeWith("a", even);
        master.nodeWith("b", odd);
        List<OwnerRun> runs = master.query(TestKeys.hashes(0, 60));
        assertEquals(PrefixWalk.MAX_SPLICES + 1, runs.size());
        assertEquals(PrefixWalk.MAX_SPLICES + 1, runs.getLast().end());
    }

    @Test
    void aHashAskedTwiceCountsTwice() {
        master.nodeWith("a", TestKeys.keys(0, 1));
        List<OwnerRun> runs = master.query(List.of(TestKeys.hash(0), TestKeys.hash(0), TestKeys.hash(1)));
        assertEquals(2, runs.getFirst().length());
    }

    @Test
    void aQueryHasNoEvent() {
        master.nodeWith("a", TestKeys.keys(0, 3));
        PrefixQuery query = new PrefixQuery(TestKeys.NAMESPACE, TestKeys.hashes(0, 3));
        assertEquals(List.of(), master.catalogue.decide(query, master.now).events());
    }
}
