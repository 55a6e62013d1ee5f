package io.forebay.sim.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class ClairvoyantBoundTest {
    private static TraceRequest request(long... ids) {
        return new TraceRequest(0, 1, 1, LongStream.of(ids).boxed().toList());
    }

    @Test
    void whatIsNotUsedAgainIsNotKept() {
        List<TraceRequest> trace = List.of(request(1, 2), request(3), request(4), request(1, 2), request(1));
        ClairvoyantBound bound = new ClairvoyantBound(trace);
        assertEquals(3, bound.hits(2), "3 and 4 pass by");
        assertEquals(2, bound.hits(1), "2 goes, since 1 is used again");
        assertEquals(3, bound.hits(99));
    }

    @Test
    void ofEqualsTheDeeperGoes() {
        assertEquals(2, new ClairvoyantBound(List.of(request(1, 2, 3), request(1, 2, 3))).hits(2));
    }

    @Test
    void noPolicyHasMore() {
        List<TraceRequest> trace = SyntheticTrace.of(4, 2_000);
        ClairvoyantBound bound = new ClairvoyantBound(trace);
        long unlimited = PolicyReplay.run(trace, TierSizes.dram(TierSize.of("lru", TierSize.UNLIMITED), 1))
                .prefixHitBlocks();
        assertEquals(unlimited, bound.hits(TierSize.UNLIMITED));
        for (int capacity : new int[] {50, 300, 1_000}) {
            for (String policy : List.of("lru", "chi")) {
                long hits = PolicyReplay.run(trace, TierSizes.dram(TierSize.of(policy, capacity), 1))
                        .prefixHitBlocks();
                assertTrue(hits < bound.hits(capacity), () -> policy + " of " + capacity + " blocks: " + hits);
            }
        }
    }
}
