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
import java.util.ArrayList;
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
    void anUnsealedBlockIsReportedAsSuch() {
        engine.write("r", PROMPT);
        assertEquals(new HandoffReport(0, 0, 0, 0, 8, 0, 1), report("r", 50 * MILLI));
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
        assertEquals(8, report.gone() + report.registered());
        assertTrue(report.gone() >= 4, report::toString);
        assertFalse(report.isComplete());
    }

    @Test
    void aBlockThatHadNoRoomIsRefused() {
        engine.save("r", hashes("held", 12));
        engine.query("q", hashes("held", 12));
        engine.reserve("s", hashes("more", 6));
        HandoffReport report = report("s", 10 * MILLI);
        assertEquals(2, report.refused());
        assertEquals(4, report.unsealed());
        assertEquals(6, report.scope());
    }

    @Test
    void whatABarrierCoversIsNotEvictedForItsTime() {
        engine.save("r", PROMPT);
        engine.save("s", hashes("other", 4));
        assertEquals(0, engine.handoff("r").unleased());
        assertEquals(8, cluster.master.stats().leases());
        for (int i = 0; i < 5; i++) {
            engine.save("fill" + i, hashes("fill" + i, 4));
        }
        assertEquals(8, engine.handoff("r").registered());
        cluster.clock.pass(31 * SECOND);
        for (int i = 5; i < 9; i++) {
            engine.save("fill" + i, hashes("fill" + i, 4));
        }
        assertEquals(8, report("r", 10 * MILLI).gone());
    }

    @Test
    void beyondHalfOfThePoolABarrierSaysUnleased() {
        engine.save("r1", PROMPT);
        engine.save("r2", hashes("other", 4));
        assertEquals(new HandoffReport(8, 0, 1), engine.handoff("r1"));
        assertEquals(new HandoffReport(4, 0, 0, 0, 0, 4, 1), engine.handoff("r2"));
        cluster.clock.pass(31 * SECOND);
        assertEquals(new HandoffReport(4, 0, 1), engine.handoff("r2"));
    }

    @Test
    void aRestartedMasterLearnsLeasesFromTheInventory() {
        engine.save("r", PROMPT);
        engine.handoff("r");
        cluster.master.restart();
        cluster.clock.pass(3 * SECOND);
        assertEquals(8, cluster.master.stats().leases());
    }

    @Test
    void leasedBlocksGoWhenNothingElseCan() {
        engine.save("r", PROMPT);
        engine.handoff("r");
        engine.save("s", hashes("held", 6));
        engine.query("q", hashes("held", 6));
        engine.save("t", hashes("more", 4));
        assertEquals(2, cluster.stats(node).counts().getOrDefault("unilateral_frees_refused", -1L));
        assertEquals(6, engine.handoff("r").registered());
    }

    @Test
    void twoBarriersEachCountTheirOwnScope() {
        engine.save("r", PROMPT.subList(0, 3));
        cluster.master.hangs = true;
        engine.save("s", PROMPT.subList(3, 8));
        List<HandoffReport> reports = new ArrayList<>();
        for (String request : List.of("r", "s")) {
            node.awaitHandoff(
                    new AwaitHandoff(engine.id, request, HandoffLevel.REGISTERED, 50 * MILLI),
                    answer -> reports.add(((Answer.Ok<HandoffReport>) answer).value()));
        }
        cluster.clock.pass(51 * MILLI);
        assertEquals(new HandoffReport(3, 0, 0, 0, 0, 3, 1), reports.get(0));
        assertEquals(new HandoffReport(0, 5, 1), reports.get(1));
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
