package io.forebay.node;

import static io.forebay.node.TestCluster.MILLI;
import static io.forebay.node.TestCluster.SECOND;
import static io.forebay.node.TestCluster.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.AwaitHandoff;
import io.forebay.core.handoff.HandoffLevel;
import io.forebay.core.handoff.HandoffReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HandoffTest {
    private static final List<BlockHash> PROMPT = hashes("prompt", 8);

    @TempDir
    Path directory;

    private TestCluster cluster;
    private Node node;
    private TestEngine engine;

    @BeforeEach
    void start() throws IOException {
        cluster = new TestCluster(directory);
        node = cluster.start("node", 32);
        engine = new TestEngine(cluster, node, cluster.pool("node"), "prefill");
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private HandoffReport report(String request, long deadlineNanos) {
        Answer<HandoffReport> answer = cluster.answer(
                deadlineNanos + 1,
                then -> node.awaitHandoff(
                        new AwaitHandoff(engine.id, request, HandoffLevel.REGISTERED, deadlineNanos), then));
        return ((Answer.Ok<HandoffReport>) answer).value();
    }

    @Test
    void aHealthyHandoffIsComplete() {
        engine.save("r", PROMPT);
        HandoffReport report = engine.handoff("r");
        assertEquals(new HandoffReport(8, 0, 1), report);
        assertTrue(report.isComplete());
    }

    @Test
    void withTheMasterHangingTheReportComesByItsDeadlineWithTheExactCount() {
        engine.save("r1", PROMPT.subList(0, 3));
        cluster.master.hangs = true;
        engine.save("r2", PROMPT.subList(3, 8));
        HandoffReport report = report("r2", 100 * MILLI);
        assertEquals(5, report.pending());
        assertFalse(report.isComplete());
        assertEquals(0, report("r1", 100 * MILLI).pending());
    }

    @Test
    void aBlockFoundPresentIsInTheScope() {
        engine.save("r1", PROMPT);
        engine.reserve("r2", PROMPT);
        assertEquals(8, engine.handoff("r2").registered());
    }

    @Test
    void anUnsealedBlockIsPending() {
        engine.write("r", PROMPT);
        assertEquals(8, report("r", 50 * MILLI).pending());
    }

    @Test
    void aMasterThatComesBackCompletesTheHandoff() {
        cluster.master.hangs = true;
        engine.save("r", PROMPT);
        assertEquals(8, report("r", 50 * MILLI).pending());
        cluster.master.hangs = false;
        assertEquals(8, report("r", 10 * SECOND).registered());
    }

    @Test
    void aRestartedMasterHearsOfEverythingResident() {
        engine.save("r", PROMPT);
        cluster.master.restart();
        cluster.clock.pass(3 * SECOND);
        assertEquals(new HandoffReport(8, 0, 2), engine.handoff("r"));
    }

    @Test
    void anEvictedBlockIsNotWaitedFor() {
        engine.save("r", PROMPT);
        engine.save("s", hashes("other", 8));
        engine.save("t", hashes("third", 8));
        HandoffReport report = report("r", 10 * MILLI);
        assertEquals(8, report.pending() + report.registered());
        assertTrue(report.pending() >= 4, report::toString);
    }

    @Test
    void aMasterThatDoesNotAnswerMakesTheNodeUnreadyUntilItDoes() {
        assertTrue(node.hasSession());
        cluster.master.hangs = true;
        cluster.clock.pass(4 * SECOND);
        assertTrue(node.hasSession());
        cluster.clock.pass(3 * SECOND);
        assertFalse(node.hasSession());
        assertEquals(0, cluster.gauge(node, "master_session_open"));
        cluster.master.hangs = false;
        cluster.clock.pass(4 * SECOND);
        assertTrue(node.hasSession());
    }
}
