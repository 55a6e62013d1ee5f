package io.forebay.node;

import static io.forebay.node.TestCluster.MILLI;
import static io.forebay.node.TestCluster.SECOND;
import static io.forebay.node.TestCluster.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.Query;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.peer.TransferGrant;
import io.forebay.fabric.ReadFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Acceptance scenario 12: each outcome that a node gives, driven once, is counted once, and the sum is what was asked
/// for. The reader's pool has room for 8 blocks, of which leases may hold 6.
@Tag("acceptance")
class OutcomeCountTest {
    @TempDir
    Path directory;

    private TestCluster cluster;
    private Node reader;
    private TestEngine engine;
    private TestEngine onA;

    @BeforeEach
    void start() throws IOException {
        cluster = new TestCluster(directory);
        Node a = cluster.start("a", 64);
        reader = cluster.start("reader", 16);
        engine = new TestEngine(cluster, reader, cluster.pool("reader"), "decode");
        onA = new TestEngine(cluster, a, cluster.pool("a"), "prefill");
        for (String chain : List.of("one", "two")) {
            onA.save(chain, hashes(chain, 1));
        }
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    /// Asks, and asks again, and expects each of `outcomes` to be counted once for the block in its place.
    private void assertCounted(List<BlockHash> hashes, long deadlineNanos, Outcome... outcomes) {
        Map<Outcome, Long> expected = new EnumMap<>(cluster.stats(reader).outcomes());
        for (Outcome outcome : outcomes) {
            expected.merge(outcome, 1L, Long::sum);
        }
        for (int time = 0; time < 2; time++) {
            Query query =
                    new Query(engine.id, engine.registered.poolNonce(), "q", hashes, deadlineNanos, 2 * deadlineNanos);
            Answer<QueryReply> answer = cluster.answer(2 * deadlineNanos, then -> reader.query(query, then));
            QueryReply.Ready ready = (QueryReply.Ready) ((Answer.Ok<QueryReply>) answer).value();
            assertEquals(List.of(outcomes), ready.outcomes());
            assertEquals(expected, cluster.stats(reader).outcomes(), "asked " + (time + 1) + " times");
        }
    }

    private void assertCounted(String chain, Outcome outcome) {
        assertCounted(hashes(chain, 1), SECOND / 2, outcome);
    }

    @Test
    void memory() {
        engine.save("r", hashes("mine", 1));
        assertCounted("mine", Outcome.MEMORY);
    }

    @Test
    void peer() {
        assertCounted("one", Outcome.PEER);
    }

    @Test
    void missNoOwnerAndNotAttempted() {
        assertCounted(hashes("nobody", 2), SECOND / 2, Outcome.MISS_NO_OWNER, Outcome.NOT_ATTEMPTED);
    }

    @Test
    void missWarming() {
        cluster.master.restart();
        assertCounted("nobody", Outcome.MISS_WARMING);
    }

    @Test
    void missLayout() {
        var layout = new TestEngine.Rank(0, new KvLayout(3, 1, 2_048, 1));
        engine = new TestEngine(cluster, reader, cluster.pool("reader"), "other-layout", layout);
        assertCounted(hashes("one", 2), SECOND / 2, Outcome.MISS_LAYOUT, Outcome.NOT_ATTEMPTED);
    }

    @Test
    void missStaleOwner() {
        cluster.grants = grant -> new TransferGrant(grant.lock(), grant.lockNanos(), List.of());
        assertCounted("one", Outcome.MISS_STALE_OWNER);
    }

    @Test
    void missTransferError() {
        cluster.faults.add(new ReadFault.Break(0));
        assertCounted("one", Outcome.MISS_TRANSFER_ERROR);
    }

    @Test
    void missCorruptAndMissSuppressed() {
        cluster.faults.add(new ReadFault.Corrupt(0, 5));
        assertCounted("one", Outcome.MISS_CORRUPT);
        engine.query("q", hashes("another", 1));
        assertCounted("one", Outcome.MISS_SUPPRESSED);
    }

    @Test
    void missLocalPressure() {
        engine.save("r", hashes("mine", 6));
        engine.query("lease", hashes("mine", 6));
        assertCounted("one", Outcome.MISS_LOCAL_PRESSURE);
    }

    @Test
    void missMasterUnavailable() {
        cluster.master.hangs = true;
        assertCounted(hashes("one", 1), 3 * SECOND, Outcome.MISS_MASTER_UNAVAILABLE);
    }

    @Test
    void missDeadline() {
        cluster.faults.add(new ReadFault.Hang());
        assertCounted(hashes("one", 1), 100 * MILLI, Outcome.MISS_DEADLINE);
    }
}
