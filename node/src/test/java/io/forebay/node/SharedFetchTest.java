package io.forebay.node;

import static io.forebay.node.TestCluster.MILLI;
import static io.forebay.node.TestCluster.SECOND;
import static io.forebay.node.TestCluster.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.Query;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.fetch.AttemptEnd;
import io.forebay.core.fetch.Outcome;
import io.forebay.fabric.ReadFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Several queries of one node for the same blocks at once: each block is fetched once. A read takes a millisecond, or
/// hangs until its time-out.
class SharedFetchTest {
    private static final List<BlockHash> PROMPT = hashes("prompt", 8);

    @TempDir
    Path directory;

    private TestCluster cluster;
    private Node reader;
    private TestEngine engine;
    private TestEngine onA;
    private TestEngine onB;

    @BeforeEach
    void start() throws IOException {
        cluster = new TestCluster(directory);
        Node a = cluster.start("a", 64);
        Node b = cluster.start("b", 64);
        reader = cluster.start("reader", 64);
        engine = new TestEngine(cluster, reader, cluster.pool("reader"), "decode");
        onA = new TestEngine(cluster, a, cluster.pool("a"), "prefill-a");
        onB = new TestEngine(cluster, b, cluster.pool("b"), "prefill-b");
        onA.save("r", PROMPT);
        engine.query("warm", hashes("nothing", 1));
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    /// A query under way, and its answer once there is one.
    private List<QueryReply> ask(String request, List<BlockHash> hashes, long deadlineNanos) {
        List<QueryReply> answers = new ArrayList<>();
        reader.query(
                new Query(engine.id, engine.registered.poolNonce(), request, hashes, deadlineNanos, 60 * SECOND),
                answer -> answers.add(((Answer.Ok<QueryReply>) answer).value()));
        return answers;
    }

    private List<Outcome> outcomes(List<QueryReply> answers) {
        assertEquals(1, answers.size());
        QueryReply.Ready ready = (QueryReply.Ready) answers.getFirst();
        for (int i = 0; i < ready.blocks().size(); i++) {
            assertTrue(engine.reads(PROMPT.get(i), ready.blocks().get(i)) || i >= 4, "block " + i);
        }
        return ready.outcomes();
    }

    private long attempts() {
        return cluster.stats(reader).attempts().values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private long counted(String name) {
        return Objects.requireNonNull(cluster.stats(reader).counts().get(name), name);
    }

    private void assertNothingIsHeld() {
        cluster.clock.pass(30 * SECOND);
        assertEquals(0, cluster.gauge(reader, "fetches"));
        assertEquals(0, cluster.gauge(reader, "fetch_bytes_in_flight"));
        assertEquals(0, cluster.gauge(onA.node, "transfer_locks"));
        long resident = cluster.gauge(reader, "blocks_resident");
        assertEquals(2 * 4_096 * resident, cluster.pool("reader").usedBytes());
    }

    @Test
    void whatIsOnItsWayWhenItIsDroppedReachesWhoWaitsAndIsGoneThen() {
        var waits = ask("q1", PROMPT, SECOND);
        List<Answer<List<Dropped>>> dropped = new ArrayList<>();
        reader.drop(PROMPT, dropped::add);
        cluster.clock.pass(2 * SECOND);
        assertEquals(1, dropped.size());
        assertEquals(Collections.nCopies(8, Outcome.PEER), outcomes(waits));
        assertEquals(0, cluster.gauge(reader, "blocks_resident"));
        assertTrue(cluster.pool("reader").usedBytes() > 0, "the lease holds them");
    }

    @Test
    void twoQueriesForTheSameBlocksShareOneFetch() {
        var first = ask("q1", PROMPT, SECOND);
        var second = ask("q2", PROMPT, SECOND);
        cluster.clock.pass(100 * MILLI);
        assertEquals(Collections.nCopies(8, Outcome.PEER), outcomes(first));
        assertEquals(Collections.nCopies(8, Outcome.PEER), outcomes(second));
        assertEquals(1, attempts());
        assertEquals(1, counted("fetch_joins"));
        assertEquals(2, cluster.gauge(reader, "engine_leases"));
        assertNothingIsHeld();
    }

    @Test
    void aQueryThatGoesOnDifferentlySharesThePrefixAndFetchesItsOwnEnd() {
        List<BlockHash> other = Stream.concat(PROMPT.subList(0, 4).stream(), hashes("other", 4).stream())
                .toList();
        onB.save("r", other.subList(4, 8));
        var first = ask("q1", PROMPT, SECOND);
        var second = ask("q2", other, SECOND);
        cluster.clock.pass(100 * MILLI);
        assertEquals(Collections.nCopies(8, Outcome.PEER), outcomes(first));
        assertEquals(Collections.nCopies(8, Outcome.PEER), outcomes(second));
        assertEquals(12, cluster.gauge(reader, "blocks_resident"));
        assertEquals(2, attempts());
        assertNothingIsHeld();
    }

    @Test
    void aShortQueryIsAnsweredAsSoonAsItsBlocksAreThere() {
        onB.query("copy", PROMPT);
        cluster.faults.add(new ReadFault.CutShort(8));
        cluster.faults.add(new ReadFault.Hang());
        var all = ask("q1", PROMPT, SECOND / 2);
        var four = ask("q2", PROMPT.subList(0, 4), SECOND / 2);
        cluster.clock.pass(100 * MILLI);
        assertEquals(Collections.nCopies(4, Outcome.PEER), outcomes(four));
        assertEquals(0, all.size());
        cluster.clock.pass(SECOND / 2);
        assertEquals(Outcome.MISS_DEADLINE, outcomes(all).get(4));
        assertNothingIsHeld();
    }

    @Test
    void whoseDeadlinePassesLeavesAndTheFetchGoesOnForTheOther() {
        onB.save("rb", PROMPT);
        cluster.faults.add(new ReadFault.Hang());
        var early = ask("q1", PROMPT, 100 * MILLI);
        var late = ask("q2", PROMPT, 5 * SECOND);
        cluster.clock.pass(100 * MILLI);
        assertEquals(Outcome.MISS_DEADLINE, outcomes(early).getFirst());
        assertEquals(0, late.size());
        cluster.clock.pass(4 * SECOND);
        assertEquals(Collections.nCopies(8, Outcome.PEER), outcomes(late));
        assertEquals(1, cluster.stats(reader).attempts(AttemptEnd.PEER_FAILED));
        assertNothingIsHeld();
    }

    @Test
    void whoCancelsDoesNotStopTheOther() {
        var first = ask("q1", PROMPT, SECOND);
        var second = ask("q2", PROMPT, SECOND);
        ask("q1", hashes("elsewhere", 1), SECOND);
        cluster.clock.pass(100 * MILLI);
        assertEquals(Outcome.MISS_DEADLINE, outcomes(first).getFirst());
        assertEquals(Collections.nCopies(8, Outcome.PEER), outcomes(second));
        assertNothingIsHeld();
    }

    @Test
    void withTheLastOneTheFetchEnds() {
        cluster.faults.add(new ReadFault.Hang());
        var first = ask("q1", PROMPT, 50 * MILLI);
        var second = ask("q2", PROMPT, 60 * MILLI);
        cluster.clock.pass(60 * MILLI);
        assertEquals(Outcome.MISS_DEADLINE, outcomes(first).getFirst());
        assertEquals(Outcome.MISS_DEADLINE, outcomes(second).getFirst());
        assertEquals(0, cluster.gauge(reader, "fetches"));
        assertNothingIsHeld();
    }

    @Test
    void aFailedFetchTellsEverybodyItsCause() {
        cluster.faults.add(new ReadFault.Corrupt(4, 100));
        var first = ask("q1", PROMPT, SECOND);
        var second = ask("q2", PROMPT, SECOND);
        cluster.clock.pass(100 * MILLI);
        assertEquals(Outcome.MISS_CORRUPT, outcomes(first).get(2));
        assertEquals(outcomes(first), outcomes(second));
        assertEquals(2, Objects.requireNonNull(cluster.stats(reader).outcomes().get(Outcome.MISS_CORRUPT)));
        assertNothingIsHeld();
    }
}
