package io.forebay.sim.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The replay against figures that others computed on a published trace, where that is there ([Traces]); else
/// [PolicyReplayTest] has to do, on synthetic ones.
final class OracleTest {
    private final List<DynamicTest> tests = new ArrayList<>();

    @TestFactory
    Stream<DynamicTest> theReplayCountsAsTheOracleDoes() throws IOException {
        Optional<Path> directory = Traces.directory();
        if (directory.isPresent()) {
            List<TraceRequest> trace = Traces.conversations(directory.get());
            JsonNode oracle = JsonMapper.shared()
                    .readTree(directory.get().resolve("oracle.json").toFile())
                    .path("conversation");
            single(trace, oracle.path("single_lru"));
            exclusive(trace, oracle.path("two_tier_exclusive"));
            inclusive(trace, oracle.path("two_tier_inclusive"));
            bound(trace, oracle.path("belady_any_hit_blocks"));
        }
        return tests.stream();
    }

    private void single(List<TraceRequest> trace, JsonNode figures) {
        figures.forEachEntry((capacity, figure) -> tests.add(dynamicTest("lru " + capacity, () -> {
            TierSize dram = TierSize.of("lru", Integer.parseInt(capacity));
            PolicyReplay replay = PolicyReplay.run(trace, TierSizes.dram(dram, 1));
            assertEquals(figure.path("prefix_hit_blocks").asLong(), replay.prefixHitBlocks());
            assertEquals(figure.path("evictions").asLong(), replay.evictions());
        })));
    }

    private static PolicyReplay tiers(List<TraceRequest> trace, String sizes, Tiering tiering) {
        int plus = sizes.indexOf('+');
        TierSize dram = TierSize.of("lru", Integer.parseInt(sizes.substring(0, plus)));
        TierSize ssd = TierSize.of("lru", Integer.parseInt(sizes.substring(plus + 1)));
        return PolicyReplay.run(trace, new TierSizes(dram, tiering, ssd, 1));
    }

    private void exclusive(List<TraceRequest> trace, JsonNode figures) {
        figures.forEachEntry((sizes, figure) -> tests.add(dynamicTest("exclusive " + sizes, () -> {
            PolicyReplay replay = tiers(trace, sizes, Tiering.EXCLUSIVE);
            assertEquals(figure.path("dram_prefix_hits").asLong(), replay.dramPrefixHits());
            assertEquals(figure.path("ssd_prefix_hits").asLong(), replay.ssdPrefixHits());
            assertEquals(figure.path("inserts").asLong(), replay.inserts());
            assertEquals(figure.path("requests_touching_ssd").asLong(), replay.ssdRequests());
        })));
    }

    private void inclusive(List<TraceRequest> trace, JsonNode figures) {
        figures.forEachEntry((sizes, both) -> {
            if (both.isObject()) {
                both.forEachEntry((rule, hits) -> tests.add(dynamicTest(rule + " " + sizes, () -> {
                    Tiering tiering = rule.equals("serve") ? Tiering.SERVE : Tiering.PROMOTE;
                    PolicyReplay replay = tiers(trace, sizes, tiering);
                    assertEquals(hits.path(0).asLong(), replay.dramPrefixHits());
                    assertEquals(hits.path(1).asLong(), replay.ssdPrefixHits());
                })));
            }
        });
    }

    /// The oracle's bound has no bypass, which costs it 0.05 % at most.
    private void bound(List<TraceRequest> trace, JsonNode figures) {
        ClairvoyantBound bound = new ClairvoyantBound(trace);
        figures.forEachEntry((capacity, hits) -> tests.add(dynamicTest("bound " + capacity, () -> {
            long ours = bound.hits(Integer.parseInt(capacity));
            assertTrue(ours >= hits.asLong() && ours <= 1.0005 * hits.asLong(), () -> ours + ", " + hits);
        })));
        tests.add(dynamicTest("bound with bypass", () -> {
            assertEquals(55_019, bound.hits(1_000));
            assertEquals(105_710, bound.hits(10_000));
        }));
    }
}
