package io.forebay.sim.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.InvalidInput;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PolicyReplayTest {
    private static List<TraceRequest> trace(Long[]... prompts) {
        return Stream.of(prompts)
                .map(ids -> new TraceRequest(0, 1, 1, List.of(ids)))
                .toList();
    }

    private static TierSizes lru(int dramBlocks) {
        return TierSizes.dram(TierSize.of("lru", dramBlocks), 1);
    }

    private static TierSizes tiers(int dramBlocks, Tiering tiering, int ssdBlocks) {
        return new TierSizes(TierSize.of("lru", dramBlocks), tiering, TierSize.of("lru", ssdBlocks), 1);
    }

    @Test
    void aHitBehindAMissIsNoPrefixHit() {
        List<TraceRequest> trace = trace(new Long[] {1L, 2L}, new Long[] {3L, 2L}, new Long[] {3L, 2L, 4L});
        PolicyReplay replay = PolicyReplay.run(trace, lru(10));
        assertEquals(new PolicyReplay("lru", 10, 3, 7, 2, 0, "dram_only", "", 0, 2, 0, 4, 0, 0), replay);
    }

    @Test
    void theLeastRecentBlockGoesFirst() {
        List<TraceRequest> trace =
                trace(new Long[] {1L}, new Long[] {2L}, new Long[] {1L}, new Long[] {3L}, new Long[] {1L});
        PolicyReplay replay = PolicyReplay.run(trace, lru(2));
        assertEquals(2, replay.prefixHitBlocks());
        assertEquals(1, replay.evictions());
    }

    @Test
    void aRequestLongerThanTheCapacityEvictsItsOwnPrefix() {
        List<TraceRequest> trace = trace(new Long[] {1L, 2L, 3L}, new Long[] {1L, 2L, 3L});
        assertEquals(0, PolicyReplay.run(trace, lru(2)).prefixHitBlocks());
        assertEquals(3, PolicyReplay.run(trace, lru(3)).prefixHitBlocks());
    }

    @Test
    void aHitOnSsdMovesOrIsServedOrPromoted() {
        List<TraceRequest> trace = trace(new Long[] {1L}, new Long[] {2L}, new Long[] {1L}, new Long[] {1L});
        assertEquals(
                List.of(1L, 1L), hits(PolicyReplay.run(trace, tiers(1, Tiering.EXCLUSIVE, 5))), "moved, then in DRAM");
        assertEquals(List.of(0L, 2L), hits(PolicyReplay.run(trace, tiers(1, Tiering.SERVE, 5))), "from SSD twice");
        assertEquals(List.of(1L, 1L), hits(PolicyReplay.run(trace, tiers(1, Tiering.PROMOTE, 5))), "promoted");
    }

    private static List<Long> hits(PolicyReplay replay) {
        return List.of(replay.dramPrefixHits(), replay.ssdPrefixHits());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100, 1_000, 5_000, 1_000_000})
    void aNaiveReplayGivesTheSameHits(int capacity) {
        assertSame(SyntheticTrace.of(99, 1_500), lru(capacity));
    }

    @ParameterizedTest
    @EnumSource(
            value = Tiering.class,
            names = {"EXCLUSIVE", "SERVE", "PROMOTE"})
    void naiveTiersGiveTheSameHits(Tiering tiering) {
        List<TraceRequest> trace = SyntheticTrace.of(98, 1_500);
        for (int dramBlocks : new int[] {1, 20, 300, 2_000}) {
            for (int ssdBlocks : new int[] {1, 150, 2_500, TierSize.UNLIMITED}) {
                assertSame(trace, tiers(dramBlocks, tiering, ssdBlocks));
            }
        }
    }

    private static void assertSame(List<TraceRequest> trace, TierSizes sizes) {
        NaiveTiers naive = NaiveTiers.play(trace, sizes);
        PolicyReplay replay = PolicyReplay.run(trace, sizes);
        assertEquals(
                List.of(naive.dramPrefixHits, naive.ssdPrefixHits, naive.inserts, naive.ssdRequests),
                List.of(replay.dramPrefixHits(), replay.ssdPrefixHits(), replay.inserts(), replay.ssdRequests()),
                sizes::toString);
    }

    @Test
    void aTierMayLearn() {
        List<TraceRequest> trace = SyntheticTrace.of(3, 3_000);
        TierSizes chi = new TierSizes(TierSize.of("chi", 300), Tiering.EXCLUSIVE, TierSize.of("chi", 600), 1);
        PolicyReplay learned = PolicyReplay.run(trace, chi);
        PolicyReplay lru = PolicyReplay.run(trace, tiers(300, Tiering.EXCLUSIVE, 600));
        assertEquals("chi", learned.policy());
        assertEquals("chi", learned.ssdPolicy());
        assertTrue(learned.prefixHitBlocks() > lru.prefixHitBlocks(), learned::toString);
        assertEquals(learned, PolicyReplay.run(trace, chi), "a seed gives one replay");
    }

    @Test
    void anUnknownPolicyAndNoRoomAtAllAreRefused() {
        assertThrows(InvalidInput.class, () -> TierSize.of("fifo", 1));
        assertThrows(InvalidInput.class, () -> TierSize.of("lru", -1));
        assertThrows(InvalidInput.class, () -> lru(0));
        assertThrows(InvalidInput.class, () -> tiers(1, Tiering.SERVE, 0));
        assertThrows(InvalidInput.class, () -> tiers(1, Tiering.DRAM_ONLY, 1));
    }
}
