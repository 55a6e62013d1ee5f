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
import io.forebay.core.handoff.HandoffScope;
import io.forebay.core.handoff.HandoffState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HandoffScopeTest {
    private static final List<BlockHash> PROMPT = hashes("prompt", 8);

    @TempDir
    Path directory;

    private TestCluster cluster;
    private Node node;
    private TestEngine engine;

    @BeforeEach
    void start() throws IOException {
        cluster = new TestCluster(directory);
        node = cluster.start("node", 64);
        engine = new TestEngine(cluster, node, cluster.pool("node"), "prefill");
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private HandoffReport report(TestEngine asker, HandoffScope scope, long deadlineNanos) {
        Answer<HandoffReport> answer = cluster.answer(
                deadlineNanos + 1,
                then -> asker.node.awaitHandoff(
                        new AwaitHandoff(asker.id, scope, HandoffLevel.REGISTERED, deadlineNanos, true), then));
        return ((Answer.Ok<HandoffReport>) answer).value();
    }

    private long marker(TestEngine of) {
        return cluster.<Long>ok(then -> of.node.marker(of.id, then));
    }

    @Test
    void aListOfKeysIsReportedKeyByKeyWhoeverSavedThem() {
        engine.save("r", PROMPT.subList(0, 3));
        TestEngine other = new TestEngine(cluster, node, cluster.pool("node"), "other");
        other.save("s", PROMPT.subList(3, 4));
        engine.write("t", PROMPT.subList(4, 6));
        HandoffReport report = report(engine, new HandoffScope.OfKeys(PROMPT), 50 * MILLI);
        assertEquals(
                Map.of(
                        HandoffState.LEASED, PROMPT.subList(0, 4),
                        HandoffState.UNSEALED, PROMPT.subList(4, 6),
                        HandoffState.GONE, PROMPT.subList(6, 8)),
                report.keys());
        assertEquals(8, report.scope());
    }

    @Test
    void aListOfKeysIsWaitedForUntilTheyAreRegistered() {
        cluster.master.hangs = true;
        engine.save("r", PROMPT);
        List<Answer<HandoffReport>> answers = new ArrayList<>();
        node.awaitHandoff(
                new AwaitHandoff(
                        engine.id, new HandoffScope.OfKeys(PROMPT), HandoffLevel.REGISTERED, 20 * SECOND, false),
                answers::add);
        cluster.clock.pass(SECOND);
        assertEquals(List.of(), answers);
        cluster.master.hangs = false;
        cluster.clock.pass(10 * SECOND);
        assertEquals(List.of(Answer.ok(new HandoffReport(8, 0, 1))), answers);
    }

    @Test
    void everythingThatAnInstanceSavedSinceAMarkerIsInItsScope() {
        engine.save("before", PROMPT.subList(0, 2));
        long marker = marker(engine);
        engine.save("r", PROMPT.subList(2, 4));
        engine.save("s", PROMPT.subList(4, 6));
        engine.reserve("found", PROMPT.subList(0, 1));
        new TestEngine(cluster, node, cluster.pool("node"), "other").save("o", hashes("other", 2));
        HandoffReport report = report(engine, new HandoffScope.Since(marker), 50 * MILLI);
        assertTrue(report.isComplete());
        List<BlockHash> expected = new ArrayList<>(PROMPT.subList(2, 6));
        expected.add(PROMPT.getFirst());
        assertEquals(Map.of(HandoffState.LEASED, expected), report.keys());
    }

    @Test
    void theMarkerOfANodeThatHasRestartedIsNeverComplete() throws IOException {
        long marker = marker(engine);
        engine.save("r", PROMPT);
        TestEngine again =
                new TestEngine(cluster, cluster.start("restarted", 32), cluster.pool("restarted"), "prefill");
        HandoffReport nothing = report(again, new HandoffScope.Since(marker), 50 * MILLI);
        assertTrue(nothing.forgotten());
        assertFalse(nothing.isComplete());
        again.save("s", hashes("later", 2));
        HandoffReport some = report(again, new HandoffScope.Since(marker), 50 * MILLI);
        assertEquals(2, some.registered());
        assertFalse(some.isComplete());
    }

    @Test
    void theMarkerOfAnInstanceThatCameBackIsNeverComplete() {
        long marker = marker(engine);
        engine.save("r", PROMPT);
        node.deregister(engine.id, 0);
        cluster.clock.pass(MILLI);
        TestEngine again = new TestEngine(cluster, node, cluster.pool("node"), "prefill");
        assertTrue(report(again, new HandoffScope.Since(marker), 50 * MILLI).forgotten());
    }

    @Test
    void aBarrierHearsOfItsLastBlockAlsoWhenItWasNotTheOneWatched() {
        cluster.master.hangs = true;
        engine.write("r", PROMPT.subList(0, 1));
        engine.save("r", PROMPT.subList(1, 3));
        HandoffReport hanging = report(engine, new HandoffScope.OfRequest("r"), 50 * MILLI);
        assertEquals(new HandoffReport(0, 2, 0, 0, 1, 0, 1).scope(), hanging.scope());
        List<Answer<HandoffReport>> answers = new ArrayList<>();
        node.awaitHandoff(new AwaitHandoff(engine.id, "r", HandoffLevel.REGISTERED, 20 * SECOND), answers::add);
        cluster.master.hangs = false;
        cluster.clock.pass(5 * SECOND);
        assertEquals(List.of(), answers);
        engine.save("r", PROMPT.subList(0, 1));
        cluster.clock.pass(SECOND);
        assertEquals(List.of(Answer.ok(new HandoffReport(3, 0, 1))), answers);
    }

    @Test
    void aBarrierBeyondTheBoundOfAllIsAnsweredAtOnce() {
        cluster.master.hangs = true;
        engine.save("r", PROMPT);
        List<BlockHash> most = new ArrayList<>(PROMPT);
        most.addAll(hashes("absent", 65_536 - 8));
        List<Answer<HandoffReport>> answers = new ArrayList<>();
        for (int i = 0; i < 17; i++) {
            node.awaitHandoff(
                    new AwaitHandoff(
                            engine.id, new HandoffScope.OfKeys(most), HandoffLevel.REGISTERED, 10 * SECOND, false),
                    answers::add);
        }
        cluster.clock.pass(MILLI);
        assertEquals(1, answers.size());
        cluster.clock.pass(10 * SECOND);
        assertEquals(17, answers.size());
    }
}
