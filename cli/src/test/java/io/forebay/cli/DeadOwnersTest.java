package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.client.Loaded;
import io.forebay.core.fetch.Outcome;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Acceptance scenarios 1 to 4: real nodes `a` and `b` with 8 blocks of every prompt and `c` with 5, of which one after
/// the other is killed with SIGKILL while the master still calls it visible; `reader` has nothing. The order is that of
/// the deaths.
@Tag("acceptance")
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class DeadOwnersTest {
    /// Which of two equal owners is asked first is chance: with so many prompts the dead one is met for certain.
    private static final int PROMPTS = 20;

    private static final String FAILED = "forebay_fetch_attempts_total{end=\"peer_failed\"}";
    private static final String COMPLETE = "forebay_fetch_attempts_total{end=\"complete\"}";
    private static final String FAILOVERS = "forebay_fetch_failovers_total";

    @TempDir
    static Path folder = Path.of("");

    private NodeProcesses nodes;
    private Prompts prompts;

    @BeforeAll
    void start() throws Exception {
        nodes = new NodeProcesses(folder, "--master-node-stale", "10m", "--master-node-expiry", "10m");
        prompts = new Prompts(nodes);
        for (String name : List.of("a", "b", "c", "reader")) {
            nodes.startNode(name, 400);
        }
        for (int prompt = 0; prompt < PROMPTS; prompt++) {
            prompts.save("a", "prompt" + prompt, 0, 8);
            prompts.save("b", "prompt" + prompt, 0, 8);
        }
        for (String prompt : List.of("both-dead", "all-dead")) {
            prompts.save("a", prompt, 0, 8);
            prompts.save("b", prompt, 0, 8);
            prompts.save("c", prompt, 0, 5);
        }
    }

    @AfterAll
    void stop() {
        nodes.close();
    }

    private List<Outcome> query(String prompt) {
        return prompts.query("reader", prompt, 8);
    }

    private double reader(String metric) throws Exception {
        return nodes.metric("reader", metric);
    }

    @Test
    @Order(1)
    void whatAnOwnerHasEvictedComesFromAnother() throws Exception {
        nodes.startNode("small", 16, "--eviction-low", "0.76");
        prompts.saveOnly("small", "evicted", 0, 8);
        nodes.awaitMetric("small", "forebay_ledger_registered_keys", keys -> keys == 8);
        try (Loaded used = nodes.engine("small").query("use", Prompts.hashes("evicted", 0, 4), Prompts.DEADLINE)) {
            assertEquals(4, used.hits());
        }
        prompts.save("b", "evicted", 4, 8);
        prompts.saveOnly("small", "filler", 0, 8);
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
        assertTrue(System.nanoTime() - began < Prompts.DEADLINE.toNanos(), "within the deadline");
        assertTrue(
                List.of(Outcome.MISS_TRANSFER_ERROR, Outcome.MISS_SUPPRESSED).contains(outcomes.getFirst()),
                outcomes::toString);
        assertEquals(Collections.nCopies(7, Outcome.NOT_ATTEMPTED), outcomes.subList(1, 8));
        nodes.awaitMetric("reader", "forebay_fetches", fetches -> fetches == 0);
    }
}
