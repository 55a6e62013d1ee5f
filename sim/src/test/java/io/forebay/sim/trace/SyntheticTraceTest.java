package io.forebay.sim.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SyntheticTraceTest {
    @Test
    void oneSeedIsOneTrace() {
        assertEquals(SyntheticTrace.of(42, 500), SyntheticTrace.of(42, 500));
        assertNotEquals(SyntheticTrace.of(42, 500), SyntheticTrace.of(43, 500));
    }

    @Test
    void aShorterTraceIsThePrefixOfALongerOne() {
        assertEquals(SyntheticTrace.of(7, 100), SyntheticTrace.of(7, 300).subList(0, 100));
    }

    @Test
    void anEqualIdMeansAnEqualPrefix() {
        Map<Long, List<Long>> prefixOf = new HashMap<>();
        for (TraceRequest request : SyntheticTrace.of(3, 2_000)) {
            for (int i = 0; i < request.hashIds().size(); i++) {
                List<Long> prefix = request.hashIds().subList(0, i);
                assertEquals(prefix, prefixOf.computeIfAbsent(request.hashIds().get(i), id -> prefix));
            }
        }
    }

    @Test
    void theFileReadsBackAsItWasWritten(@TempDir Path directory) throws IOException {
        List<TraceRequest> trace = SyntheticTrace.of(11, 400);
        Path file = directory.resolve("synthetic.jsonl");
        TraceWriter.write(file, trace);
        assertEquals(trace, TraceReader.read(file, Integer.MAX_VALUE));
    }

    @Test
    void blocksAreReusedAsInRealTrafficAndLengthsFitTheBlocks() {
        Set<Long> seen = new HashSet<>();
        int asked = 0;
        for (TraceRequest request : SyntheticTrace.of(1, 3_000)) {
            asked += request.hashIds().size();
            seen.addAll(request.hashIds());
            int blocks = (request.inputLength() + SyntheticTrace.BLOCK_TOKENS - 1) / SyntheticTrace.BLOCK_TOKENS;
            assertEquals(request.hashIds().size(), blocks);
        }
        double reused = 1 - seen.size() / (double) asked;
        assertTrue(reused > 0.3 && reused < 0.8, "reused " + reused);
    }
}
