package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.fetch.Outcome;
import io.forebay.core.handoff.HandoffLevel;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.handoff.HandoffScope;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A real node with an SSD is killed under load at random moments and started again: whatever a barrier at level
/// ON_SSD has covered is served again, and every byte that is served is right.
final class RestartedSsdTest {
    private static final int BLOCKS = 16;
    private static final int ROOM = 400;

    @TempDir
    Path folder = Path.of("");

    private final ExecutorService saving = Executors.newSingleThreadExecutor();

    @AfterEach
    void stop() {
        saving.shutdownNow();
    }

    @Test
    @Timeout(300)
    void whatABarrierCoveredIsServedAfterAKill() throws Exception {
        play(3);
    }

    @Test
    @Tag("long")
    @Timeout(3_600)
    void whatABarrierCoveredIsServedAfterFiftyKills() throws Exception {
        play(50);
    }

    private void play(int rounds) throws Exception {
        SplittableRandom random = new SplittableRandom(20_261_130);
        try (NodeProcesses nodes = new NodeProcesses(folder, "--master-warming-min", "0ms")) {
            startNode(nodes);
            Prompts prompts = new Prompts(nodes);
            for (int round = 0; round < rounds; round++) {
                String covered = "covered-" + round;
                prompts.saveOnly("a", covered, 0, BLOCKS);
                assertOnSsd(nodes, covered);
                String load = "load-" + round;
                saving.execute(() -> prompts.saveOnly("a", load, 0, ROOM / 2));
                LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(40_000)));
                nodes.kill("a");
                startNode(nodes);
                for (int earlier = Math.max(0, round - 4); earlier <= round; earlier++) {
                    assertEquals(
                            Collections.nCopies(BLOCKS, Outcome.SSD),
                            prompts.query("a", "covered-" + earlier, BLOCKS),
                            "round " + round + ", prompt " + earlier);
                }
                assertRight(prompts.query("a", load, ROOM / 2));
            }
        }
    }

    /// Its query has compared every byte; what was being written has come or has not.
    private static void assertRight(List<Outcome> outcomes) {
        assertEquals(ROOM / 2, outcomes.size());
        assertTrue(outcomes.stream().noneMatch(Outcome.MISS_CORRUPT::equals), outcomes::toString);
    }

    private void startNode(NodeProcesses nodes) throws Exception {
        nodes.startNode("a", ROOM, "--ssd-directories", folder.resolve("ssd").toString(), "--ssd-size", "64MiB");
    }

    private static void assertOnSsd(NodeProcesses nodes, String request) {
        HandoffReport report = nodes.engine("a")
                .awaitHandoff(new HandoffScope.OfRequest(request), HandoffLevel.ON_SSD, Prompts.DEADLINE, false);
        assertTrue(report.isComplete(), report::toString);
    }
}
