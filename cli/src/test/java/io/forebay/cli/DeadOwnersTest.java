package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.client.EngineClient;
import io.forebay.client.Loaded;
import io.forebay.core.block.BlockHash;
import io.forebay.core.fetch.Outcome;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Acceptance scenarios 1 to 4: real nodes `a` and `b` with 8 blocks of every prompt and `c` with 5, of which one after
/// the other is killed with SIGKILL while the master still calls it visible; `reader` has nothing. The order is that of
/// the deaths.
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class DeadOwnersTest {
    /// Which of two equal owners is asked first is chance: with so many prompts the dead one is met for certain.
    private static final int PROMPTS = 20;

    private static final Duration DEADLINE = Duration.ofSeconds(20);
    private static final String FAILED = "forebay_fetch_attempts_total{end=\"peer_failed\"}";
    private static final String COMPLETE = "forebay_fetch_attempts_total{end=\"complete\"}";
    private static final String FAILOVERS = "forebay_fetch_failovers_total";

    @TempDir
    static Path folder = Path.of("");

    private NodeProcesses nodes;

    @BeforeAll
    void start() throws Exception {
        nodes = new NodeProcesses(folder, "--master-node-stale", "10m", "--master-node-expiry", "10m");
        for (String name : List.of("a", "b", "c", "reader")) {
            nodes.startNode(name, 400);
        }
        for (int prompt = 0; prompt < PROMPTS; prompt++) {
            save("a", "prompt" + prompt, 0, 8);
            save("b", "prompt" + prompt, 0, 8);
        }
        for (String prompt : List.of("both-dead", "all-dead")) {
            save("a", prompt, 0, 8);
            save("b", prompt, 0, 8);
            save("c", prompt, 0, 5);
        }
    }

    @AfterAll
    void stop() {
        nodes.close();
    }

    private static List<BlockHash> hashes(String prompt, int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> StoppableEngine.hash(prompt + "/" + i))
                .toList();
    }

    private void save(String node, String prompt, int from, int to) {
        saveOnly(node, prompt, from, to);
        assertTrue(nodes.engine(node).awaitHandoff(prompt, DEADLINE).isComplete(), node + " registers " + prompt);
    }

    /// Without a barrier, whose lease would keep the blocks from being evicted.
    private void saveOnly(String node, String prompt, int from, int to) {
        List<BlockHash> hashes = hashes(prompt, from, to);
        EngineClient engine = nodes.engine(node);
        engine.save(prompt, hashes, (block, slot, bytes) -> bytes.fill(StoppableEngine.byteOf(hashes.get(block))));
    }

    /// Asks the reader for the 8 blocks of a prompt and compares every byte of what comes.
    private List<Outcome> query(String prompt) {
        List<BlockHash> hashes = hashes(prompt, 0, 8);
        try (Loaded loaded = nodes.engine("reader").query(prompt, hashes, DEADLINE);
                Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocate(NodeProcesses.LAYOUT.slotBytes());
            for (int block = 0; block < loaded.hits(); block++) {
                for (int slot = 0; slot < NodeProcesses.LAYOUT.slotCount(); slot++) {
                    assertTrue(loaded.copy(block, slot, copy));
                    byte expected = StoppableEngine.byteOf(hashes.get(block));
                    for (long at = 0; at < copy.byteSize(); at++) {
                        assertEquals(expected, copy.get(ValueLayout.JAVA_BYTE, at));
                    }
                }
            }
            return loaded.outcomes();
        }
    }

    private double reader(String metric) throws Exception {
        return nodes.metric("reader", metric);
    }

    @Test
    @Order(1)
    void whatAnOwnerHasEvictedComesFromAnother() throws Exception {
        nodes.startNode("small", 16, "--eviction-low", "0.76");
        saveOnly("small", "evicted", 0, 8);
        nodes.awaitMetric("small", "forebay_ledger_registered_keys", keys -> keys == 8);
        try (Loaded used = nodes.engine("small").query("use", hashes("evicted", 0, 4), DEADLINE)) {
            assertEquals(4, used.hits());
        }
        save("b", "evicted", 4, 8);
        saveOnly("small", "filler", 0, 8);
        nodes.awaitMetric("small", "forebay_evictions_total", evictions -> evictions == 4);
        assertEquals(Collections.nCopies(8, Outcome.PEER), query("evicted"));
        assertEquals(2, reader(COMPLETE));
        assertEquals(0, reader(FAILED));
        assertEquals(1, nodes.metric("small", "forebay_transfer_locks_granted_total"));
        assertEquals(1, nodes.metric("b", "forebay_transfer_locks_granted_total"));
    }

    @Test
    @Order(2)
    void aKilledOwnerCostsOneAttemptAndTheOtherServesEveryByte() throws Exception {
        nodes.kill("a");
        for (int prompt = 0; prompt < PROMPTS; prompt++) {
            double before = reader(FAILED);
            double failovers = reader(FAILOVERS);
            assertEquals(Collections.nCopies(8, Outcome.PEER), query("prompt" + prompt));
            if (reader(FAILED) > before) {
                assertEquals(1, reader(FAILED) - before);
                assertEquals(1, reader(FAILOVERS) - failovers);
                return;
            }
        }
        throw new AssertionError("the dead owner was never asked");
    }

    @Test
    @Order(3)
    void withTwoOwnersDeadTheThirdServesWhatItHasAndTheRestSaysWhy() throws Exception {
        nodes.kill("b");
        List<Outcome> outcomes = query("both-dead");
        assertEquals(Collections.nCopies(5, Outcome.PEER), outcomes.subList(0, 5));
        assertEquals(
                List.of(Outcome.MISS_TRANSFER_ERROR, Outcome.NOT_ATTEMPTED, Outcome.NOT_ATTEMPTED),
                outcomes.subList(5, 8));
    }

    @Test
    @Order(4)
    void withAllOwnersDeadTheAnswerIsReadyInTimeAndEmpty() throws Exception {
        nodes.kill("c");
        long began = System.nanoTime();
        List<Outcome> outcomes = query("all-dead");
        assertTrue(System.nanoTime() - began < DEADLINE.toNanos(), "within the deadline");
        assertTrue(
                List.of(Outcome.MISS_TRANSFER_ERROR, Outcome.MISS_SUPPRESSED).contains(outcomes.getFirst()),
                outcomes::toString);
        assertEquals(Collections.nCopies(7, Outcome.NOT_ATTEMPTED), outcomes.subList(1, 8));
        nodes.awaitMetric("reader", "forebay_fetches", fetches -> fetches == 0);
    }
}
