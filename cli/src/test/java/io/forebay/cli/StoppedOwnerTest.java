package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.fetch.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Acceptance scenario 5: an owner that SIGSTOP holds and SIGCONT lets go on. Real nodes `a` and `b`, of which `a` is
/// stopped, and `reader`.
@Tag("acceptance")
@Timeout(300)
final class StoppedOwnerTest {
    private static final String FAILED = "forebay_fetch_attempts_total{end=\"peer_failed\"}";
    private static final String ABSENT = "forebay_fetch_attempts_total{end=\"absent\"}";
    private static final String VISIBLE = "forebay_catalogue_visible_nodes";
    private static final int SMALL = 16;
    private static final int LOST = 6;

    @TempDir
    Path folder = Path.of("");

    private NodeProcesses nodes;
    private Prompts prompts;

    @BeforeEach
    void start() throws Exception {
        nodes = new NodeProcesses(folder, "--master-node-stale", "3s", "--master-node-expiry", "10m");
        prompts = new Prompts(nodes);
        nodes.startNode("reader", 400, "--peer-query-timeout", "2s");
    }

    @AfterEach
    void stop() {
        nodes.close();
    }

    @Test
    void itCostsOneDeadlineAndTheOtherOwnerServesAndNoLockIsLeft() throws Exception {
        nodes.startNode("a", 400);
        nodes.startNode("b", 400);
        for (int prompt = 0; prompt < 20; prompt++) {
            prompts.save("a", "prompt" + prompt, 0, 8);
            prompts.save("b", "prompt" + prompt, 0, 8);
        }
        nodes.signal("a", "STOP");
        for (int prompt = 0; nodes.metric("reader", FAILED) == 0; prompt++) {
            assertTrue(prompt < 20, "the stopped owner is asked");
            assertEquals(Collections.nCopies(8, Outcome.PEER), prompts.query("reader", "prompt" + prompt, 8));
        }
        assertEquals(1, nodes.metric("reader", FAILED));
        assertEquals(1, nodes.metric("reader", "forebay_fetch_failovers_total"));
        nodes.signal("a", "CONT");
        nodes.awaitMetric("a", "forebay_transfer_locks", locks -> locks == 0);
        assertEquals(0, nodes.metric("b", "forebay_transfer_locks"));
        assertEquals(0, nodes.metric("reader", "forebay_fetches"));
    }

    /// While the master hears nothing, `a` frees blocks that the catalogue still names, and is stopped before it can
    /// say so.
    @Test
    void itIsVisibleAgainOnlyBehindItsQueuedRetires() throws Exception {
        nodes.startNode("a", SMALL);
        for (int block = 0; block < LOST; block++) {
            prompts.saveOnly("a", "lost" + block, 0, 1);
        }
        nodes.awaitMetric("a", "forebay_ledger_registered_keys", keys -> keys == LOST);
        nodes.signalMaster("STOP");
        for (int block = 0; nodes.metric("a", "forebay_evictions_total") < LOST; block++) {
            assertTrue(block < 10 * SMALL, "the first blocks are freed without a grant");
            prompts.saveOnly("a", "kept" + block, 0, 1);
        }
        nodes.signal("a", "STOP");
        long stopped = System.nanoTime();
        NodeProcesses.await("the silence", () -> System.nanoTime() - stopped > TimeUnit.SECONDS.toNanos(4));
        nodes.signalMaster("CONT");
        NodeProcesses.await("the reader's return", () -> nodes.masterMetric(VISIBLE) == 1);
        assertAllLost();
        nodes.signal("a", "CONT");
        NodeProcesses.await("the return of a", () -> {
            assertAllLost();
            return nodes.masterMetric(VISIBLE) == 2;
        });
        assertAllLost();
        assertEquals(0, nodes.metric("reader", ABSENT), "nobody is sent to a for what it has freed");
    }

    private void assertAllLost() {
        for (int block = 0; block < LOST; block++) {
            List<Outcome> outcomes = prompts.query("reader", "lost" + block, 1);
            assertTrue(
                    List.of(Outcome.MISS_NO_OWNER, Outcome.MISS_MASTER_UNAVAILABLE)
                            .contains(outcomes.getFirst()),
                    outcomes::toString);
        }
    }

    @Test
    void orItIsSupersededAndNeverBoth() throws Exception {
        Process old = nodes.startNode("a", SMALL).process();
        prompts.save("a", "old", 0, 4);
        String[] elsewhere = {"--state-directory", other("state"), "--pool-directory", other("pools")};
        nodes.countBoot("a", SMALL, elsewhere);
        NodeProcesses.signal(old, "STOP");
        nodes.startNode("a", SMALL, elsewhere);
        prompts.save("a", "new", 0, 4);
        assertEquals(Outcome.MISS_NO_OWNER, prompts.query("reader", "old", 4).getFirst());
        NodeProcesses.signal(old, "CONT");
        NodeProcesses.await("the old one's end", () -> {
            assertEquals(
                    Outcome.MISS_NO_OWNER, prompts.query("reader", "old", 4).getFirst());
            return !old.isAlive();
        });
        assertEquals(ExitCode.SUPERSEDED, old.exitValue());
        assertEquals(Collections.nCopies(4, Outcome.PEER), prompts.query("reader", "new", 4));
        assertEquals(0, nodes.metric("reader", ABSENT));
    }

    private String other(String name) throws IOException {
        return Files.createDirectories(folder.resolve("other").resolve(name)).toString();
    }
}
