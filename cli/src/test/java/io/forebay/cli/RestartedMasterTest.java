package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.fetch.Outcome;
import io.forebay.core.layout.KvLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Acceptance scenario 10: the master of two real nodes with 100,000 resident blocks is killed with SIGKILL and started
/// again. Every look is at prompts that the asking node has not got, since what it has it would not ask for.
@Tag("acceptance")
@Tag("timed")
@Timeout(300)
final class RestartedMasterTest {
    /// 4 KiB a block: what is in the blocks does not matter here.
    private static final KvLayout LAYOUT = new KvLayout(1, 1, 2 << 10, 64);

    private static final int BLOCKS_PER_NODE = 50_000;
    private static final int SAVE_BATCH = 5_000;
    private static final int LOOK_BLOCKS = 10;
    private static final long PROMISED_NANOS = TimeUnit.SECONDS.toNanos(5) + TimeUnit.MILLISECONDS.toNanos(250);

    @TempDir
    Path folder = Path.of("");

    private NodeProcesses nodes;
    private Prompts prompts;

    @AfterEach
    void stop() {
        nodes.close();
    }

    @BeforeEach
    void start() throws Exception {
        nodes = new NodeProcesses(folder, LAYOUT, "--master-warming-min", "10s");
        prompts = new Prompts(nodes);
    }

    @Test
    void theSameQueriesHitAgainWithinFiveSecondsOfItsReadiness() throws Exception {
        for (String name : List.of("a", "b")) {
            nodes.startNode(name, 60_000);
            fill(name);
        }
        nodes.startNode("before", 2_000);
        nodes.startNode("after", 2_000);
        NodeProcesses.await(
                "the registration", () -> nodes.masterMetric("forebay_catalogue_blocks") == 2 * BLOCKS_PER_NODE);
        prompts().forEach(prompt -> assertHits(look("before", prompt)));
        nodes.killMaster();
        nodes.restartMaster();
        long ready = System.nanoTime();
        Set<Outcome> meanwhile = new TreeSet<>();
        for (String prompt : prompts()) {
            NodeProcesses.await(prompt, () -> {
                Outcome first = look("after", prompt).getFirst();
                meanwhile.add(first);
                return first.isHit();
            });
        }
        long took = System.nanoTime() - ready;
        prompts().forEach(prompt -> assertHits(prompts.query("after", prompt, LOOK_BLOCKS)));
        assertTrue(took <= PROMISED_NANOS, "found again after " + took + " ns");
        assertTrue(
                Set.of(Outcome.MISS_MASTER_UNAVAILABLE, Outcome.MISS_WARMING, Outcome.PEER)
                        .containsAll(meanwhile),
                meanwhile::toString);
        assertEquals(0, nodes.metric("after", "forebay_fetch_attempts_total{end=\"absent\"}"));
        assertEquals(Outcome.MISS_WARMING, look("after", "never saved").getFirst());
        NodeProcesses.await("the end of warming", () -> nodes.masterMetric("forebay_catalogue_warming") == 0);
        assertEquals(Outcome.MISS_NO_OWNER, look("after", "never saved either").getFirst());
    }

    private void fill(String node) {
        for (int from = 0; from < BLOCKS_PER_NODE; from += SAVE_BATCH) {
            prompts.saveOnly(node, node + from, 0, SAVE_BATCH);
        }
    }

    /// The first and the last that each node saved, and those between.
    private static List<String> prompts() {
        return IntStream.iterate(0, from -> from < BLOCKS_PER_NODE, from -> from + SAVE_BATCH)
                .boxed()
                .flatMap(from -> List.of("a" + from, "b" + from).stream())
                .toList();
    }

    private List<Outcome> look(String node, String prompt) {
        return prompts.query(node, prompt, LOOK_BLOCKS);
    }

    private static void assertHits(List<Outcome> outcomes) {
        assertTrue(outcomes.stream().allMatch(Outcome::isHit), outcomes::toString);
    }
}
