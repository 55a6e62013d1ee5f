package io.forebay.node;

import static io.forebay.node.TestCluster.MILLI;
import static io.forebay.node.TestCluster.SECOND;
import static io.forebay.node.TestCluster.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.Query;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.engine.ReservedBlock;
import io.forebay.core.engine.SealOutcome;
import io.forebay.core.fetch.AttemptEnd;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.lease.LeaseId;
import io.forebay.core.lease.LeaseOutcome;
import io.forebay.core.peer.Hello;
import io.forebay.core.peer.HelloReply;
import io.forebay.core.peer.LockId;
import io.forebay.core.peer.TransferGrant;
import io.forebay.core.peer.TransferQuery;
import io.forebay.core.session.NodeId;
import io.forebay.fabric.ReadFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Three nodes; "prompt" is a chain of eight blocks.
class FetchTest {
    private static final List<BlockHash> PROMPT = hashes("prompt", 8);

    @TempDir
    Path directory;

    private TestCluster cluster;
    private Node reader;
    private Node a;
    private Node b;
    private TestEngine engine;
    private TestEngine onA;
    private TestEngine onB;

    @BeforeEach
    void start() throws IOException {
        cluster = new TestCluster(directory);
        a = cluster.start("a", 64);
        b = cluster.start("b", 64);
        reader = cluster.start("reader", 64);
        engine = new TestEngine(cluster, reader, cluster.pool("reader"), "decode");
        onA = new TestEngine(cluster, a, cluster.pool("a"), "prefill-a");
        onB = new TestEngine(cluster, b, cluster.pool("b"), "prefill-b");
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private void assertHits(QueryReply.Ready ready, int hits, Outcome next) {
        assertEquals(hits, ready.blocks().size(), ready.outcomes()::toString);
        for (int i = 0; i < hits; i++) {
            assertTrue(engine.reads(PROMPT.get(i), ready.blocks().get(i)), "block " + i);
        }
        assertEquals(next, ready.outcomes().get(hits));
    }

    private void assertNothingIsHeld() {
        cluster.clock.pass(10 * SECOND);
        for (Node node : List.of(a, b)) {
            assertEquals(0, cluster.gauge(node, "transfer_locks"));
        }
        long resident = cluster.gauge(reader, "blocks_resident");
        assertEquals(2 * 4_096 * resident, cluster.pool("reader").usedBytes());
    }

    @Test
    void whatAPeerSavedIsReadVerifiedAndRegisteredHere() {
        onA.save("r", PROMPT);
        var ready = engine.query("q", PROMPT);
        assertEquals(Collections.nCopies(8, Outcome.PEER), ready.outcomes());
        assertTrue(engine.reads(PROMPT.get(7), ready.blocks().get(7)));
        assertEquals(8, cluster.gauge(reader, "ledger_registered_keys"));
        assertNothingIsHeld();
    }

    @Test
    void whatIsHereIsNotFetchedAgain() {
        onA.save("r", PROMPT);
        engine.query("q1", PROMPT.subList(0, 3));
        var ready = engine.query("q2", PROMPT);
        assertEquals(Collections.nCopies(3, Outcome.MEMORY), ready.outcomes().subList(0, 3));
        assertEquals(Collections.nCopies(5, Outcome.PEER), ready.outcomes().subList(3, 8));
    }

    @Test
    void aThirdNodeReadsFromTheOneThatFetched() {
        onA.save("r", PROMPT);
        engine.query("q", PROMPT);
        cluster.crashFabric("a");
        var third = onB.query("q", PROMPT);
        assertEquals(8, third.blocks().size(), third.outcomes()::toString);
        for (int i = 0; i < 8; i++) {
            assertTrue(onB.reads(PROMPT.get(i), third.blocks().get(i)));
        }
    }

    @Test
    void theSecondOwnerServesWhatTheFirstBroke() {
        onA.save("r", PROMPT);
        onB.query("q", PROMPT);
        cluster.faults.add(new ReadFault.Break(5));
        assertAllHit(engine.query("q", PROMPT));
        assertEquals(1, cluster.stats(reader).attempts(AttemptEnd.PEER_FAILED));
        assertEquals(1, cluster.stats(reader).counts().get("fetch_failovers"));
        assertNothingIsHeld();
    }

    private void assertAllHit(QueryReply.Ready ready) {
        assertEquals(8, ready.blocks().size(), ready.outcomes()::toString);
        for (int i = 0; i < 8; i++) {
            assertTrue(engine.reads(PROMPT.get(i), ready.blocks().get(i)), "block " + i);
        }
    }

    @Test
    void corruptBytesAreNeverAdmittedAndTheNextOwnerIsAsked() {
        onA.save("r", PROMPT);
        onB.query("q", PROMPT);
        cluster.faults.add(new ReadFault.Corrupt(4, 100));
        assertAllHit(engine.query("q", PROMPT));
        assertEquals(1, cluster.stats(reader).attempts(AttemptEnd.CORRUPT));
        assertNothingIsHeld();
    }

    @Test
    void withOneOwnerACorruptBlockIsAMissThatSaysSo() {
        onA.save("r", PROMPT);
        cluster.faults.add(new ReadFault.Corrupt(4, 100));
        assertHits(engine.query("q", PROMPT), 2, Outcome.MISS_CORRUPT);
    }

    @Test
    void withOneOwnerAShortReadKeepsWhatCame() {
        onA.save("r", PROMPT);
        cluster.faults.add(new ReadFault.CutShort(7));
        assertHits(engine.query("q", PROMPT), 3, Outcome.MISS_TRANSFER_ERROR);
        assertNothingIsHeld();
    }

    @Test
    void anOwnerWithoutAnAddressThatCanBeDialledCostsAnAttempt() {
        onA.save("r", PROMPT);
        cluster.undiallable.add("a");
        assertHits(engine.query("q", PROMPT), 0, Outcome.MISS_TRANSFER_ERROR);
        assertNothingIsHeld();
    }

    @Test
    void aHangingReadEndsAtTheDeadlineAndItsExtentsComeBackWhenItIsOver() {
        onA.save("r", PROMPT);
        cluster.faults.add(new ReadFault.Hang());
        Query query = new Query(engine.id, engine.registered.poolNonce(), "q", PROMPT, 200 * MILLI, 300 * MILLI);
        Answer<QueryReply> answer = cluster.answer(210 * MILLI, then -> reader.query(query, then));
        var ready = (QueryReply.Ready) ((Answer.Ok<QueryReply>) answer).value();
        assertEquals(Outcome.MISS_DEADLINE, ready.outcomes().getFirst());
        assertEquals(Outcome.NOT_ATTEMPTED, ready.outcomes().getLast());
        assertNothingIsHeld();
    }

    @Test
    void twoOwnersAreSpliced() {
        onA.save("r", PROMPT.subList(0, 5));
        onB.save("r", PROMPT.subList(3, 8));
        assertAllHit(engine.query("q", PROMPT));
    }

    @Test
    void nobodyHasIt() {
        cluster.clock.pass(10 * SECOND);
        var ready = engine.query("q", PROMPT);
        assertEquals(Outcome.MISS_NO_OWNER, ready.outcomes().getFirst());
        assertEquals(
                Collections.nCopies(7, Outcome.NOT_ATTEMPTED), ready.outcomes().subList(1, 8));
    }

    @Test
    void theMasterIsAway() {
        cluster.master.hangs = true;
        Query query = new Query(engine.id, engine.registered.poolNonce(), "q", PROMPT, 3 * SECOND, 4 * SECOND);
        Answer<QueryReply> answer = cluster.answer(2 * SECOND + MILLI, then -> reader.query(query, then));
        var ready = (QueryReply.Ready) ((Answer.Ok<QueryReply>) answer).value();
        assertEquals(Outcome.MISS_MASTER_UNAVAILABLE, ready.outcomes().getFirst());
    }

    @Test
    void aRepeatedQueryGetsTheSameAnswerAndCountsOnce() {
        onA.save("r", PROMPT);
        var first = engine.query("q", PROMPT);
        assertEquals(first, engine.query("q", PROMPT));
        assertEquals(8, cluster.stats(reader).outcomes().get(Outcome.PEER));
        assertEquals(1, cluster.gauge(reader, "engine_leases"));
    }

    @Test
    void otherKeysUnderTheSameRequestMakeANewQueryAndReleaseTheOldLease() {
        onA.save("r", PROMPT);
        engine.query("q", PROMPT);
        assertEquals(4, engine.query("q", PROMPT.subList(0, 4)).blocks().size());
        assertEquals(1, cluster.gauge(reader, "engine_leases"));
    }

    @Test
    void aLeaseIsReleasedOnceAndByItsOwnerOnly() {
        onA.save("r", PROMPT);
        LeaseId lease = Objects.requireNonNull(engine.query("q", PROMPT).lease());
        TestEngine other = new TestEngine(cluster, reader, cluster.pool("reader"), "other");
        assertEquals(
                LeaseOutcome.OTHER_INSTANCE, cluster.<LeaseOutcome>ok(then -> reader.release(other.id, lease, then)));
        assertEquals(LeaseOutcome.DONE, cluster.<LeaseOutcome>ok(then -> reader.release(engine.id, lease, then)));
        assertEquals(LeaseOutcome.UNKNOWN, cluster.<LeaseOutcome>ok(then -> reader.release(engine.id, lease, then)));
    }

    @Test
    void aTransferLockNobodyReleasesExpires() {
        onA.save("r", PROMPT);
        var query = new TransferQuery(new NodeId("x"), engine.registered.namespace(), PROMPT);
        var grant = cluster.<TransferGrant>ok(then -> a.queryBlocks(query, SECOND, then));
        assertEquals(8, grant.blocks().size());
        cluster.clock.pass(121 * SECOND);
        LockId lock = new LockId(1);
        assertEquals(false, cluster.<Boolean>ok(then -> a.releaseLock(lock, SECOND, then)));
        assertEquals(0, cluster.gauge(a, "pool_held_bytes"));
    }

    @Test
    void anotherProtocolVersionIsRefused() {
        Hello future = new Hello(new NodeId("x"), 1, 2, 3);
        Answer<HelloReply> answer = cluster.answer(SECOND, then -> a.hello(future, SECOND, then));
        assertEquals("version", assertInstanceOf(Answer.Refused.class, answer).field());
    }

    @Test
    void theRanksOfAnInstanceShareOneLeaseUntilTheLastHasReleasedIt() {
        KvLayout layout = new KvLayout(1, 2, 2_048, 1);
        TestEngine first =
                new TestEngine(cluster, reader, cluster.pool("reader"), "tp", new TestEngine.Rank(0, layout));
        TestEngine second =
                new TestEngine(cluster, reader, cluster.pool("reader"), "tp", new TestEngine.Rank(1, layout));
        first.save("r", PROMPT);
        second.save("r", PROMPT);
        var ready = first.query("q", PROMPT);
        first.release(ready);
        assertEquals(ready.lease(), second.query("q", PROMPT).lease());
        second.release(ready);
        assertEquals(0, cluster.gauge(reader, "engine_leases"));
        assertNotEquals(ready.lease(), first.query("q", PROMPT).lease());
    }

    @Test
    void blocksThatAreHereBehindAHoleThatAPeerFillsAreHits() {
        onA.save("s", PROMPT.subList(0, 3));
        engine.save("s", PROMPT.subList(3, 7));
        assertEquals(7, engine.query("q", PROMPT.subList(0, 7)).blocks().size());
    }

    @Test
    void aSaveOfABlockThatAPeerHasGivenMeanwhileStoresNothing() {
        onA.save("r", PROMPT);
        List<ReservedBlock> written = engine.write("s", PROMPT);
        engine.query("q", PROMPT);
        assertEquals(Collections.nCopies(8, SealOutcome.DONE), engine.seal(written));
        assertEquals(0, cluster.stats(reader).counts().get("save_blocks_sealed"));
        assertNothingIsHeld();
    }
}
