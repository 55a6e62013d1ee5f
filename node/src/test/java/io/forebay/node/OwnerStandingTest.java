package io.forebay.node;

import static io.forebay.node.TestCluster.SECOND;
import static io.forebay.node.TestCluster.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.BlockHash;
import io.forebay.core.catalogue.LedgerMark;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.fetch.AttemptEnd;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.peer.TransferGrant;
import io.forebay.core.peer.TransferQuery;
import io.forebay.core.session.NodeId;
import io.forebay.fabric.ReadFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What one fetch learns of an owner, the next one knows. Block 2 of "prompt" comes over the wire corrupt, or is lost.
class OwnerStandingTest {
    private static final List<BlockHash> PROMPT = hashes("prompt", 8);

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
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private QueryReply.Ready query() {
        var ready = engine.query("q" + requests++, PROMPT);
        engine.release(ready);
        return ready;
    }

    private void assertEnds(int hits, Outcome cause) {
        var ready = query();
        assertEquals(hits, ready.blocks().size(), ready.outcomes()::toString);
        assertEquals(cause, ready.outcomes().get(hits));
    }

    private long attempts(AttemptEnd end) {
        return cluster.stats(reader).attempts(end);
    }

    private void corruptThirdBlock() {
        cluster.faults.add(new ReadFault.Corrupt(4, 100));
    }

    /// Acceptance scenario 6, but for what the owner does about it.
    @Test
    void aCorruptBlockIsNotAskedOfItsOwnerForTenSecondsAndThenAgain() {
        onA.save("r", PROMPT);
        corruptThirdBlock();
        assertEnds(2, Outcome.MISS_CORRUPT);
        assertEquals(1, cluster.gauge(reader, "fetch_suppressed_pairs"));
        assertEnds(2, Outcome.MISS_SUPPRESSED);
        assertEquals(1, attempts(AttemptEnd.CORRUPT));
        assertEquals(0, attempts(AttemptEnd.COMPLETE));
        cluster.clock.pass(10 * SECOND);
        assertEquals(0, cluster.gauge(reader, "fetch_suppressed_pairs"));
        assertEquals(8, query().blocks().size());
    }

    @Test
    void aSuppressedBlockComesFromAnotherOwner() {
        onA.save("r", PROMPT);
        corruptThirdBlock();
        assertEnds(2, Outcome.MISS_CORRUPT);
        onB.query("copy", PROMPT);
        assertEquals(8, query().blocks().size());
    }

    /// What `a` says of a block that it never had.
    private LedgerMark marked() {
        var query = new TransferQuery(new NodeId("x"), engine.registered.namespace(), hashes("unknown", 1));
        return Objects.requireNonNull(cluster.<TransferGrant>ok(then -> a.queryBlocks(query, SECOND, then))
                .absence());
    }

    private void losesThirdBlock(LedgerMark told) {
        cluster.grants = grant -> new TransferGrant(
                grant.lock(), grant.lockNanos(), grant.blocks().subList(0, 2), told);
        assertEnds(2, Outcome.MISS_STALE_OWNER);
        cluster.grants = UnaryOperator.identity();
    }

    @Test
    void aBlockThatTheCatalogueKnowsToBeGoneAndBackIsAskedForAtOnce() {
        onA.save("r", PROMPT);
        losesThirdBlock(marked());
        assertEquals(8, query().blocks().size());
    }

    @Test
    void anAbsentBlockIsSparedUntilTheCatalogueHasTheBatchThatThePeerNamed() {
        onA.save("r", PROMPT);
        LedgerMark applied = marked();
        losesThirdBlock(new LedgerMark(applied.session(), applied.batch() + 1));
        assertEnds(2, Outcome.MISS_SUPPRESSED);
        onA.save("r2", hashes("other", 1));
        assertEquals(8, query().blocks().size());
    }

    @Test
    void threeBrokenReadsOpenTheBreakerAndAProbeClosesIt() {
        onA.save("r", PROMPT);
        for (int i = 0; i < 3; i++) {
            cluster.faults.add(new ReadFault.Break(0));
            assertEnds(0, Outcome.MISS_TRANSFER_ERROR);
        }
        assertEquals(1, cluster.gauge(reader, "fetch_open_breakers"));
        cluster.faults.clear();
        assertEnds(0, Outcome.MISS_SUPPRESSED);
        cluster.clock.pass(SECOND);
        assertEquals(8, query().blocks().size());
        assertEquals(0, cluster.gauge(reader, "fetch_open_breakers"));
    }

    @Test
    void aFailureAsksTheMasterOnceMore() {
        onA.save("r", PROMPT);
        long before = counted("master_queries");
        cluster.faults.add(new ReadFault.Break(3));
        query();
        assertEquals(before + 2, counted("master_queries"));
        assertEquals(1, counted("fetch_requeries"));
    }

    private long counted(String name) {
        return Objects.requireNonNull(cluster.stats(reader).counts().get(name));
    }

    @Test
    void aPlainMissAsksTheMasterOnce() {
        query();
        assertEquals(1, counted("master_queries"));
        assertTrue(cluster.stats(reader).attempts().values().stream().allMatch(count -> count == 0));
    }

    @Test
    void holdsOfSuppressedFetchesAreGivenBack() {
        onA.save("r", PROMPT);
        corruptThirdBlock();
        query();
        query();
        cluster.clock.pass(SECOND);
        assertEquals(0, cluster.gauge(a, "transfer_locks"));
        assertEquals(0, cluster.gauge(reader, "pool_held_bytes"));
    }
}
