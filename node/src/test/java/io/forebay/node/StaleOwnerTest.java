package io.forebay.node;

import static io.forebay.node.TestCluster.MILLI;
import static io.forebay.node.TestCluster.SECOND;
import static io.forebay.node.TestCluster.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.LedgerMark;
import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.catalogue.PrefixQuery;
import io.forebay.core.catalogue.PrefixReply;
import io.forebay.core.catalogue.ReportStale;
import io.forebay.core.catalogue.StaleReason;
import io.forebay.core.engine.Query;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.engine.ReservedBlock;
import io.forebay.core.engine.Seal;
import io.forebay.core.fetch.AttemptEnd;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.peer.TransferGrant;
import io.forebay.core.session.NodeId;
import io.forebay.fabric.ReadFault;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A reader meets a stale replica at its owner: the owner is asked, and looks. `a` has 8 blocks of "prompt" and `b` the
/// first 7, so that `a` is asked first.
class StaleOwnerTest {
    private static final List<BlockHash> PROMPT = hashes("prompt", 8);

    /// The pause of a report, a heartbeat, and what follows it.
    private static final long HEARD_NANOS = SECOND + 200 * MILLI;

    @TempDir
    Path directory;

    private TestCluster cluster;
    private Node reader;
    private Node a;
    private TestEngine engine;
    private TestEngine onA;
    private TestEngine onB;
    private int requests;

    @BeforeEach
    void start() throws IOException {
        cluster = new TestCluster(directory);
        a = cluster.start("a", 64);
        Node b = cluster.start("b", 64);
        reader = cluster.start("reader", 64);
        engine = new TestEngine(cluster, reader, cluster.pool("reader"), "decode");
        onA = new TestEngine(cluster, a, cluster.pool("a"), "prefill-a");
        onB = new TestEngine(cluster, b, cluster.pool("b"), "prefill-b");
        onB.save("b", PROMPT.subList(0, 7));
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private QueryReply.Ready query(TestEngine of) {
        var ready = of.query("q" + requests++, PROMPT);
        of.release(ready);
        for (int i = 0; i < ready.blocks().size(); i++) {
            assertTrue(of.reads(PROMPT.get(i), ready.blocks().get(i)), "block " + i);
        }
        return ready;
    }

    /// Flips a bit of block 2 in the memory of `a`.
    private void damage() {
        var ready = onA.query("q" + requests++, PROMPT.subList(0, 3));
        onA.release(ready);
        MemorySegment bytes =
                onA.pool.slice(ready.blocks().get(2).slots().getFirst().extent());
        bytes.set(ValueLayout.JAVA_BYTE, 17, (byte) ~bytes.get(ValueLayout.JAVA_BYTE, 17));
    }

    private void report(int block) {
        List<BlockHash> named = PROMPT.subList(block, block + 1);
        OwnerRun run = owners(block).stream()
                .filter(each -> each.node().name().equals("a"))
                .findFirst()
                .orElseThrow();
        ReportStale report =
                new ReportStale(run.node(), run.session(), onA.registered.namespace(), named, StaleReason.CORRUPT);
        cluster.master.reportStale(report, SECOND, answer -> {});
    }

    private List<OwnerRun> owners(int block) {
        PrefixQuery query = new PrefixQuery(onA.registered.namespace(), PROMPT.subList(block, block + 1));
        List<Answer<PrefixReply>> answers = new ArrayList<>();
        cluster.master.queryPrefix(query, SECOND, answers::add);
        return assertInstanceOf(Answer.Ok.class, answers.getFirst()).value() instanceof PrefixReply reply
                ? reply.runs()
                : List.of();
    }

    private boolean isNamed(int block) {
        return owners(block).stream().anyMatch(run -> run.node().equals(new NodeId("a")));
    }

    private long counted(Node node, String name) {
        return Objects.requireNonNull(cluster.stats(node).counts().get(name), name);
    }

    private long reported(StaleReason reason) {
        return Objects.requireNonNull(cluster.stats(reader).staleReports().get(reason));
    }

    private long attempts(AttemptEnd end) {
        return cluster.stats(reader).attempts(end);
    }

    /// Acceptance scenario 6.
    @Test
    void aBlockDamagedInMemoryIsRejectedBroughtFromTheNextOwnerAndRetiredByItsOwner() {
        onA.save("a", PROMPT);
        damage();
        assertEquals(Collections.nCopies(8, Outcome.PEER), query(engine).outcomes());
        assertEquals(1, attempts(AttemptEnd.CORRUPT));
        cluster.clock.pass(HEARD_NANOS);
        assertEquals(1, reported(StaleReason.CORRUPT));
        assertEquals(0, reported(StaleReason.ABSENT));
        assertEquals(1, counted(a, "suspects_corrupt"));
        assertEquals(0, counted(a, "evictions"));
        assertEquals(List.of(new BlockKey(onA.registered.namespace(), PROMPT.get(2))), cluster.damaged);
        assertEquals(7, cluster.gauge(a, "blocks_resident"));
        assertEquals(7 * 2 * 4_096, cluster.pool("a").usedBytes());
        assertEquals(List.of(true, true, false, true), List.of(isNamed(0), isNamed(1), isNamed(2), isNamed(3)));
        List<Outcome> again = query(onA).outcomes();
        assertEquals(List.of(Outcome.MEMORY, Outcome.MEMORY, Outcome.PEER), again.subList(0, 3));
        assertTrue(isNamed(2), "what it fetched is its own again");
        assertEquals(1, attempts(AttemptEnd.CORRUPT));
    }

    @Test
    void aDamagedBlockThatIsLeasedIsServedNoMoreAndFreedWithItsLease() {
        onA.save("a", PROMPT);
        damage();
        var leased = onA.query("leased", PROMPT);
        assertEquals(8, leased.blocks().size());
        report(2);
        cluster.clock.pass(HEARD_NANOS);
        assertEquals(1, counted(a, "suspects_corrupt"));
        assertEquals(7, cluster.gauge(a, "blocks_resident"));
        assertEquals(8 * 2 * 4_096, cluster.pool("a").usedBytes());
        assertTrue(!isNamed(2));
        assertEquals(Outcome.PEER, query(onA).outcomes().get(2));
        assertEquals(9 * 2 * 4_096, cluster.pool("a").usedBytes());
        onA.release(leased);
        assertEquals(8 * 2 * 4_096, cluster.pool("a").usedBytes());
        assertEquals(0, counted(a, "evictions"));
        assertEquals(0, cluster.gauge(a, "pool_held_bytes"));
    }

    @Test
    void hearsayAboutAGoodBlockTakesNothingAway() {
        onA.save("a", PROMPT);
        cluster.faults.add(new ReadFault.Corrupt(4, 100));
        assertEquals(8, query(engine).blocks().size());
        cluster.clock.pass(HEARD_NANOS);
        assertEquals(1, reported(StaleReason.CORRUPT));
        assertEquals(1, counted(a, "suspects_unfounded"));
        assertEquals(0, counted(a, "suspects_corrupt"));
        assertEquals(8, cluster.gauge(a, "blocks_resident"));
        assertTrue(isNamed(2));
        assertEquals(0, cluster.gauge(a, "pool_held_bytes"));
        long batches = counted(a, "ledger_batches");
        cluster.clock.pass(5 * SECOND);
        assertEquals(batches, counted(a, "ledger_batches"), "one question was enough");
    }

    @Test
    void whatTheCatalogueNamesAndTheOwnerDoesNotHaveIsReportedAndForgotten() {
        BlockKey phantom = new BlockKey(onA.registered.namespace(), PROMPT.get(7));
        cluster.master.batches = batch -> batch.register().isEmpty() ? batch : with(batch, phantom);
        onA.save("a", PROMPT.subList(0, 7));
        cluster.master.batches = batch -> batch;
        assertTrue(isNamed(7));
        assertEquals(Outcome.MISS_STALE_OWNER, query(engine).outcomes().get(7));
        cluster.clock.pass(HEARD_NANOS);
        assertEquals(1, reported(StaleReason.ABSENT));
        assertEquals(1, counted(a, "suspects_absent"));
        assertTrue(!isNamed(7));
        assertTrue(isNamed(6));
        assertEquals(Outcome.MISS_NO_OWNER, query(engine).outcomes().get(7));
        onA.save("again", PROMPT.subList(7, 8));
        assertTrue(isNamed(7));
    }

    private static LedgerBatch with(LedgerBatch batch, BlockKey phantom) {
        List<BlockKey> register = new ArrayList<>(batch.register());
        register.add(phantom);
        return new LedgerBatch(
                batch.node(),
                batch.session(),
                batch.number(),
                batch.caughtUp(),
                batch.inventoryEnd(),
                batch.gone(),
                batch.retire(),
                register,
                batch.leases());
    }

    @Test
    void anAbsenceOfWhichTheCatalogueIsYetToHearIsNotReported() {
        onA.save("a", PROMPT);
        cluster.grants = grant -> new TransferGrant(
                null, 0, List.of(), new LedgerMark(owners(7).getFirst().session(), 1_000));
        query(engine);
        assertEquals(1, attempts(AttemptEnd.ABSENT) / 2, "b was asked, too");
        cluster.clock.pass(HEARD_NANOS);
        assertEquals(0, reported(StaleReason.ABSENT));
    }

    @Test
    void aMasterThatHangsOnReportsDelaysNoFetch() {
        onA.save("a", PROMPT);
        damage();
        cluster.master.hangsOnReports = true;
        Query query = new Query(engine.id, engine.registered.poolNonce(), "q", PROMPT, SECOND / 2, SECOND / 2);
        Answer<QueryReply> answer = cluster.answer(200 * MILLI, then -> reader.query(query, then));
        assertEquals(
                8,
                assertInstanceOf(
                                QueryReply.Ready.class,
                                assertInstanceOf(Answer.Ok.class, answer).value())
                        .blocks()
                        .size());
        cluster.clock.pass(10 * SECOND);
        assertEquals(8, cluster.gauge(a, "blocks_resident"));
    }

    @Test
    void whatIsSuspectedWhileALookRestsWaits() {
        onA.save("a", PROMPT);
        List<ReservedBlock> written = onA.write("more", hashes("more", 1));
        report(0);
        for (int milli = 0; counted(a, "suspects_unfounded") == 0; milli++) {
            assertTrue(milli < 2_000, "the owner hears within two heartbeats");
            cluster.clock.pass(MILLI);
        }
        report(1);
        a.seal(new Seal(onA.id, 0, written), then -> {}); // its batch brings the question
        cluster.clock.pass(SuspectChecks.REST_NANOS / 2);
        assertEquals(9, cluster.gauge(a, "ledger_registered_keys"));
        assertEquals(1, counted(a, "suspects_unfounded"));
        cluster.clock.pass(SuspectChecks.REST_NANOS);
        assertEquals(2, counted(a, "suspects_unfounded"));
    }

    @Test
    void aBlockFoundDamagedWhileAQueryWaitsForTheRestIsNotInItsAnswer() {
        onA.save("a", PROMPT.subList(0, 6));
        damage();
        cluster.faults.add(new ReadFault.Hang());
        Query query = new Query(onA.id, onA.registered.poolNonce(), "q", PROMPT, 3 * SECOND, 4 * SECOND);
        List<Answer<QueryReply>> answers = new ArrayList<>();
        onA.node.query(query, answers::add);
        report(2);
        cluster.clock.pass(4 * SECOND);
        QueryReply.Ready ready = assertInstanceOf(
                QueryReply.Ready.class,
                assertInstanceOf(Answer.Ok.class, answers.getFirst()).value());
        assertEquals(
                List.of(Outcome.MEMORY, Outcome.MEMORY, Outcome.MISS_CORRUPT, Outcome.NOT_ATTEMPTED),
                ready.outcomes().subList(0, 4));
        assertEquals(1, counted(a, "suspects_corrupt"));
        onA.release(ready);
        assertEquals(0, cluster.gauge(a, "pool_held_bytes"));
    }
}
