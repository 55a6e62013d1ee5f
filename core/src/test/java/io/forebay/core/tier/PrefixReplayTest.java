package io.forebay.core.tier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.answer.Invariant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PrefixReplayTest {
    private static long hits(int capacity, long[]... requests) {
        return PrefixReplay.prefixHits(List.of(requests), capacity);
    }

    @Test
    void aRequestAgainHitsAllThatStayed() {
        assertEquals(3, hits(3, new long[] {1, 2, 3}, new long[] {1, 2, 3}));
    }

    @Test
    void aHitBehindAMissIsNoPrefixHit() {
        assertEquals(1, hits(9, new long[] {1, 2, 3}, new long[] {1, 7, 2, 3}));
        assertEquals(0, hits(9, new long[] {1, 2, 3}, new long[] {7, 1, 2, 3}));
    }

    @Test
    void aRequestLongerThanTheCapacityEvictsItsOwnPrefix() {
        assertEquals(0, hits(2, new long[] {1, 2, 3}, new long[] {1, 2, 3}));
    }

    @Test
    void aUsedBlockOutlivesAnUnusedOne() {
        // resident, oldest first: 1 2 | 2 1 | 1 3 (2 dropped) | 1 hits, 2 does not
        assertEquals(2, hits(2, new long[] {1, 2}, new long[] {1}, new long[] {3}, new long[] {1, 2}));
    }

    @Test
    void aHitBehindAMissStillMakesItsBlockRecent() {
        // 1 2 | miss 9 drops 1, 2 becomes recent: 9 2 | 3 drops 9 | 2 hits
        assertEquals(1, hits(2, new long[] {1, 2}, new long[] {9, 2}, new long[] {3}, new long[] {2}));
    }

    @Test
    void evictionsAreCounted() {
        PrefixReplay replay = new PrefixReplay(new LruPolicy<>(), 2);
        assertEquals(0, replay.request(new long[] {1, 2, 3}));
        assertEquals(1, replay.request(new long[] {3}));
        assertEquals(1, replay.evictions());
        assertEquals(1, replay.prefixHits());
        assertThrows(Invariant.Broken.class, () -> new PrefixReplay(new LruPolicy<>(), 0));
    }

    @Test
    void itCountsLikeAListThatIsSearched() {
        for (long seed = 0; seed < 50; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<long[]> requests = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                requests.add(random.longs(1 + random.nextInt(6), 0, 12).toArray());
            }
            int capacity = 1 + random.nextInt(10);
            assertEquals(naive(requests, capacity), PrefixReplay.prefixHits(requests, capacity), "seed " + seed);
        }
    }

    private static long naive(List<long[]> requests, int capacity) {
        List<Long> recent = new ArrayList<>();
        long hits = 0;
        for (long[] request : requests) {
            boolean prefix = true;
            for (long id : request) {
                boolean present = recent.remove((Long) id);
                recent.add(id);
                prefix &= present;
                hits += prefix ? 1 : 0;
                if (recent.size() > capacity) {
                    recent.removeFirst();
                }
            }
        }
        return hits;
    }
}
