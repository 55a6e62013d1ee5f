package io.forebay.node;

import static io.forebay.node.TestCluster.MILLI;
import static io.forebay.node.TestCluster.SECOND;
import static io.forebay.node.TestCluster.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.PrefixLength;
import io.forebay.core.engine.PrefixLengths;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrefixLengthTest {
    private static final List<BlockHash> PROMPT = hashes("prompt", 8);

    @TempDir
    Path directory;

    private TestCluster cluster;
    private TestEngine here;
    private TestEngine there;

    @BeforeEach
    void start() throws IOException {
        cluster = new TestCluster(directory);
        here = new TestEngine(cluster, cluster.start("here", 64), cluster.pool("here"), "engine-here");
        there = new TestEngine(cluster, cluster.start("there", 64), cluster.pool("there"), "engine-there");
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private PrefixLengths lengths(long deadlineNanos) {
        Answer<PrefixLengths> answer = cluster.answer(
                deadlineNanos, then -> here.node.prefixLength(new PrefixLength(here.id, PROMPT, deadlineNanos), then));
        return ((Answer.Ok<PrefixLengths>) answer).value();
    }

    @Test
    void whatIsHereAndWhatOthersHaveAreCountedApart() {
        here.save("s", PROMPT.subList(0, 2));
        here.save("t", PROMPT.subList(4, 5));
        there.save("s", PROMPT.subList(2, 4));
        assertEquals(new PrefixLengths(2, 5, true), lengths(10 * MILLI));
        there.save("t", PROMPT.subList(6, 8));
        assertEquals(new PrefixLengths(2, 5, true), lengths(10 * MILLI));
        there.save("u", PROMPT.subList(5, 6));
        assertEquals(new PrefixLengths(2, 8, true), lengths(10 * MILLI));
    }

    @Test
    void nothingIsFetchedOrLeasedForIt() {
        there.save("s", PROMPT);
        lengths(10 * MILLI);
        cluster.clock.pass(SECOND);
        assertEquals(0, cluster.gauge(here.node, "blocks_resident"));
        assertEquals(0, cluster.gauge(here.node, "engine_leases"));
        assertEquals(0, cluster.stats(here.node).counts().getOrDefault("queries", -1L));
    }

    @Test
    void whatIsAllHereAsksNoMaster() {
        here.save("s", PROMPT);
        cluster.master.hangs = true;
        assertEquals(new PrefixLengths(8, 8, true), lengths(MILLI));
    }

    @Test
    void aMasterThatHangsIsNotWaitedForBeyondTheDeadline() {
        here.save("s", PROMPT.subList(0, 3));
        cluster.master.hangs = true;
        assertEquals(new PrefixLengths(3, 3, false), lengths(10 * MILLI));
    }

    @Test
    void questionsUnderWayAreBounded() {
        cluster.master.hangs = true;
        List<Answer<PrefixLengths>> answers = new ArrayList<>();
        for (int i = 0; i <= Lengths.MAX_UNDER_WAY; i++) {
            here.node.prefixLength(new PrefixLength(here.id, PROMPT, SECOND), answers::add);
        }
        cluster.clock.pass(MILLI);
        assertEquals(List.of(Answer.ok(new PrefixLengths(0, 0, false))), answers);
        cluster.clock.pass(SECOND);
        assertEquals(Lengths.MAX_UNDER_WAY + 1, answers.size());
        cluster.master.hangs = false;
        assertEquals(new PrefixLengths(0, 0, true), lengths(10 * MILLI));
    }
}
