package io.forebay.node;

import static io.forebay.node.TestCluster.MILLI;
import static io.forebay.node.TestCluster.SECOND;
import static io.forebay.node.TestCluster.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.Query;
import io.forebay.core.engine.QueryMode;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.peer.TransferGrant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Queries for all of a chain or nothing.
class FullPrefixTest {
    private static final List<BlockHash> PROMPT = hashes("prompt", 8);
    private static final long DEADLINE = SECOND;

    @TempDir
    Path directory;

    private TestCluster cluster;
    private TestEngine here;
    private TestEngine a;
    private TestEngine b;
    private final List<Answer<QueryReply>> answers = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        cluster = new TestCluster(directory);
        here = engine("here");
        a = engine("a");
        b = engine("b");
        cluster.clock.pass(6 * SECOND);
    }

    private TestEngine engine(String name) throws IOException {
        return new TestEngine(cluster, cluster.start(name, 64), cluster.pool(name), "engine-" + name);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private void ask(TestEngine engine, String request, List<BlockHash> hashes, long deadlineNanos) {
        engine.node.query(
                new Query(
                        engine.id,
                        engine.registered.poolNonce(),
                        request,
                        hashes,
                        deadlineNanos,
                        60 * SECOND,
                        QueryMode.FULL_PREFIX),
                answers::add);
        cluster.clock.pass(MILLI);
    }

    private QueryReply.Ready answer() {
        assertEquals(1, answers.size());
        Answer.Ok<?> ok = assertInstanceOf(Answer.Ok.class, answers.removeFirst());
        return (QueryReply.Ready) ok.value();
    }

    private void answersAll(List<Outcome> outcomes) {
        QueryReply.Ready ready = answer();
        assertEquals(outcomes, ready.outcomes());
        assertEquals(PROMPT.size(), ready.blocks().size());
        for (int i = 0; i < PROMPT.size(); i++) {
            assertTrue(here.reads(PROMPT.get(i), ready.blocks().get(i)), "block " + i);
        }
        assertEquals(0, cluster.gauge(here.node, "watches"));
        here.release(ready);
        assertEquals(0, cluster.gauge(here.node, "pool_held_bytes"));
    }

    private void answersNothing(int there, Outcome cause) {
        QueryReply.Ready ready = answer();
        assertNull(ready.lease());
        assertEquals(List.of(), ready.blocks());
        List<Outcome> expected = new ArrayList<>(Collections.nCopies(there, Outcome.MISS_INCOMPLETE));
        expected.add(cause);
        expected.addAll(Collections.nCopies(PROMPT.size() - there - 1, Outcome.NOT_ATTEMPTED));
        assertEquals(expected, ready.outcomes());
        assertEquals(0, cluster.gauge(here.node, "watches"));
        assertEquals(0, cluster.gauge(here.node, "pool_held_bytes"));
    }

    private static List<Outcome> all(Outcome outcome) {
        return Collections.nCopies(PROMPT.size(), outcome);
    }

    @Test
    void whatIsAllHereIsAnsweredAtOnce() {
        here.save("s", PROMPT);
        ask(here, "q", PROMPT, DEADLINE);
        answersAll(all(Outcome.MEMORY));
    }

    @Test
    void theUnionOfOwnersIsFetchedAsSoonAsItCoversTheChain() {
        a.save("s", PROMPT.subList(0, 3));
        ask(here, "q", PROMPT, 10 * SECOND);
        b.save("s", PROMPT.subList(3, 7));
        cluster.clock.pass(SECOND);
        assertEquals(List.of(), answers);
        assertEquals(1, cluster.gauge(here.node, "watches"));
        b.save("t", PROMPT.subList(7, 8));
        cluster.clock.pass(50 * MILLI);
        answersAll(all(Outcome.PEER));
    }

    @Test
    void whatIsHereBetweenWhatOthersHaveIsNotFetched() {
        here.save("s", PROMPT.subList(3, 5));
        a.save("s", PROMPT.subList(0, 3));
        b.save("s", PROMPT.subList(5, 8));
        ask(here, "q", PROMPT, DEADLINE);
        cluster.clock.pass(50 * MILLI);
        List<Outcome> expected = new ArrayList<>(all(Outcome.PEER));
        expected.set(3, Outcome.MEMORY);
        expected.set(4, Outcome.MEMORY);
        answersAll(expected);
    }

    @Test
    void localSealsCompleteAChainAlsoWithoutAMaster() {
        cluster.master.hangs = true;
        here.save("s", PROMPT.subList(0, 7));
        ask(here, "q", PROMPT, 10 * SECOND);
        assertEquals(List.of(), answers);
        here.save("t", PROMPT.subList(7, 8));
        answersAll(all(Outcome.MEMORY));
    }

    @Test
    void aChainThatStaysIncompleteIsAnsweredOneReadBeforeTheDeadlineWithoutALease() {
        here.save("s", PROMPT.subList(0, 2));
        a.save("s", PROMPT.subList(2, 5));
        a.save("t", PROMPT.subList(6, 8));
        ask(here, "q", PROMPT, DEADLINE);
        cluster.clock.pass(DEADLINE - 20 * MILLI);
        assertEquals(List.of(), answers);
        cluster.clock.pass(9 * MILLI);
        answersNothing(5, Outcome.MISS_NO_OWNER);
        assertEquals(0, cluster.gauge(here.node, "fetches"));
        assertEquals(2, cluster.gauge(here.node, "blocks_resident"));
    }

    @Test
    void aMasterThatHangsIsTheCauseAndNotTheDeadline() {
        here.save("s", PROMPT.subList(0, 2));
        cluster.master.hangs = true;
        ask(here, "q", PROMPT, DEADLINE);
        cluster.clock.pass(DEADLINE);
        answersNothing(2, Outcome.MISS_MASTER_UNAVAILABLE);
    }

    @Test
    void aMasterThatIsRestartedIsAskedAgainAndLosesNoWakeUp() {
        a.save("s", PROMPT.subList(0, 7));
        ask(here, "q", PROMPT, 30 * SECOND);
        cluster.master.restart();
        cluster.clock.pass(5 * SECOND);
        assertEquals(List.of(), answers);
        a.save("t", PROMPT.subList(7, 8));
        cluster.clock.pass(50 * MILLI);
        answersAll(all(Outcome.PEER));
    }

    @Test
    void aFetchThatFallsShortIsTriedAgainWhileThereIsTime() {
        a.save("s", PROMPT);
        cluster.grants = grant -> new TransferGrant(
                grant.lock(), grant.lockNanos(), grant.blocks().subList(0, 4), grant.absence());
        ask(here, "q", PROMPT, 30 * SECOND);
        cluster.clock.pass(500 * MILLI);
        assertEquals(List.of(), answers);
        cluster.grants = grant -> grant;
        cluster.clock.pass(25 * SECOND);
        List<Outcome> expected = new ArrayList<>(all(Outcome.PEER));
        Collections.fill(expected.subList(0, 4), Outcome.MEMORY);
        answersAll(expected);
    }

    @Test
    void anotherLayoutIsTheCauseWhereNobodyStoresThisOne() throws IOException {
        TestEngine other = new TestEngine(
                cluster, a.node, cluster.pool("a"), "other", new TestEngine.Rank(0, new KvLayout(3, 1, 2_048, 1)));
        other.save("s", hashes("other", 1));
        cluster.clock.pass(6 * SECOND);
        ask(here, "q", PROMPT, DEADLINE);
        cluster.clock.pass(DEADLINE);
        answersNothing(0, Outcome.MISS_LAYOUT);
    }

    @Test
    void aChainBeyondWhatLeasesMayHoldIsLocalPressure() throws IOException {
        TestEngine small = new TestEngine(cluster, cluster.start("small", 16), cluster.pool("small"), "small");
        a.save("s", PROMPT);
        ask(small, "q", PROMPT, DEADLINE);
        cluster.clock.pass(DEADLINE);
        answersNothing(0, Outcome.MISS_LOCAL_PRESSURE);
    }

    @Test
    void aNodeThatLeavesAnswersWhatWaits() {
        ask(here, "q", PROMPT, 30 * SECOND);
        here.node.leave(() -> {});
        cluster.clock.pass(MILLI);
        answersNothing(0, Outcome.MISS_LOCAL_PRESSURE);
    }

    @Test
    void otherKeysOrAnotherModeUnderTheSameNameEndTheWait() {
        here.save("s", PROMPT.subList(0, 2));
        ask(here, "q", PROMPT, 30 * SECOND);
        QueryReply.Ready longest = here.query("q", PROMPT);
        assertEquals(2, longest.blocks().size());
        endsWithoutAnything();
        here.release(longest);
    }

    private void endsWithoutAnything() {
        QueryReply.Ready ready = answer();
        assertEquals(List.of(), ready.blocks());
        assertEquals(Outcome.MISS_DEADLINE, ready.outcomes().get(2));
    }

    @Test
    void everyOutcomeOfAnIncompleteChainIsCountedOnce() {
        a.save("s", PROMPT.subList(0, 3));
        ask(here, "q", PROMPT, DEADLINE);
        cluster.clock.pass(DEADLINE);
        answersNothing(3, Outcome.MISS_NO_OWNER);
        var counts = cluster.stats(here.node).outcomes();
        assertEquals(3, counts.get(Outcome.MISS_INCOMPLETE));
        assertEquals(1, counts.get(Outcome.MISS_NO_OWNER));
        assertEquals(4, counts.get(Outcome.NOT_ATTEMPTED));
        assertEquals(8, counts.values().stream().mapToLong(Long::longValue).sum());
    }
}
