package io.forebay.sim.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.answer.InvalidInput;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PolicyReplayTest {
    private static List<TraceRequest> trace(Long[]... prompts) {
        return Stream.of(prompts)
                .map(ids -> new TraceRequest(0, 1, 1, List.of(ids)))
                .toList();
    }

    @Test
    void aHitBehindAMissIsNoPrefixHit() {
        List<TraceRequest> trace = trace(new Long[] {1L, 2L}, new Long[] {3L, 2L}, new Long[] {3L, 2L, 4L});
        assertEquals(new PolicyReplay("lru", 10, 3, 7, 2, 0), PolicyReplay.run(trace, "lru", 10));
    }

    @Test
    void theLeastRecentBlockGoesFirst() {
        List<TraceRequest> trace =
                trace(new Long[] {1L}, new Long[] {2L}, new Long[] {1L}, new Long[] {3L}, new Long[] {1L});
        assertEquals(new PolicyReplay("lru", 2, 5, 5, 2, 1), PolicyReplay.run(trace, "lru", 2));
    }

    /// Against a second implementation of the rule, on a trace with reuse.
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100, 1_000, 5_000, 1_000_000})
    void aNaiveReplayGivesTheSameHits(int capacity) {
        List<TraceRequest> trace = SyntheticTrace.of(99, 1_500);
        LinkedHashSet<Long> resident = new LinkedHashSet<>();
        long hits = 0;
        for (TraceRequest request : trace) {
            boolean missed = false;
            for (Long id : request.hashIds()) {
                missed |= !resident.remove(id);
                resident.add(id);
                if (resident.size() > capacity) {
                    resident.removeFirst();
                }
                hits += missed ? 0 : 1;
            }
        }
        assertEquals(hits, PolicyReplay.run(trace, "lru", capacity).prefixHitBlocks());
    }

    @Test
    void anUnknownPolicyAndNoRoomAtAllAreRefused() {
        List<TraceRequest> trace = SyntheticTrace.of(1, 1);
        assertThrows(InvalidInput.class, () -> PolicyReplay.run(trace, "fifo", 1));
        assertThrows(InvalidInput.class, () -> PolicyReplay.run(trace, "lru", 0));
    }
}
