package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.fetch.Outcome;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Acceptance scenario 11: a real node is killed and started again at once, over and over. In each round it saves the
/// same name with other bytes, so that a read of another boot's bytes would be seen, over a mapping of the dead one's
/// pool as over a socket.
@Tag("acceptance")
final class RestartedNodeTest {
    private static final int BLOCKS = 8;

    @TempDir
    Path folder = Path.of("");

    private final ExecutorService reading = Executors.newSingleThreadExecutor();

    @AfterEach
    void stop() {
        reading.shutdownNow();
    }

    @ParameterizedTest
    @Timeout(300)
    @ValueSource(strings = {"map", "tcp"})
    void noReadReturnsBytesOfAnotherBoot(String fabric) throws Exception {
        play(fabric, 3);
    }

    @Test
    @Tag("long")
    @Timeout(3_600)
    void noReadReturnsBytesOfAnotherBootInAHundredRounds() throws Exception {
        play("map", 50);
        play("tcp", 50);
    }

    private void play(String fabric, int rounds) throws Exception {
        try (NodeProcesses nodes = new NodeProcesses(folder, "--master-warming-min", "0ms")) {
            nodes.startNode("reader-" + fabric, 4 * BLOCKS * rounds, "--fabric", fabric);
            nodes.startNode("a", 400, "--fabric", fabric);
            Prompts prompts = new Prompts(nodes);
            for (int round = 0; round < rounds; round++) {
                round(nodes, prompts, fabric, round);
            }
        }
    }

    private void round(NodeProcesses nodes, Prompts prompts, String fabric, int round) throws Exception {
        String reader = "reader-" + fabric;
        String again = "again-" + round;
        String gone = "gone-" + round;
        save(nodes, prompts, again, 1);
        save(nodes, prompts, gone, 1);
        Future<List<Outcome>> under = reading.submit(() -> prompts.queryMarked(reader, gone, BLOCKS, 1));
        nodes.kill("a");
        // Right bytes or none: the query has compared them.
        assertEquals(BLOCKS, under.get(60, TimeUnit.SECONDS).size());
        nodes.startNode("a", 400, "--fabric", fabric);
        NodeProcesses.await("the inventory's end", () -> nodes.masterMetric("forebay_catalogue_warming") == 0);
        List<Outcome> outcomes = prompts.query(reader, again, BLOCKS);
        assertEquals(Outcome.MISS_NO_OWNER, outcomes.getFirst(), "the old replicas are invisible at once");
        save(nodes, prompts, again, 2);
        assertEquals(Collections.nCopies(BLOCKS, Outcome.PEER), prompts.queryMarked(reader, again, BLOCKS, 2));
    }

    private static void save(NodeProcesses nodes, Prompts prompts, String prompt, int mark) {
        prompts.saveMarked("a", prompt, 0, BLOCKS, mark);
        assertTrue(nodes.engine("a").awaitHandoff(prompt, Prompts.DEADLINE).isComplete(), prompt);
    }
}
