package io.forebay.node;

import static io.forebay.node.TestCluster.MILLI;
import static io.forebay.node.TestCluster.hashes;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.Query;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.lease.LeaseId;
import io.forebay.core.peer.TransferGrant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Acceptance scenario 7: two owners of everything, each of which answers one query in ten with fewer blocks than it
/// has, anywhere.
@Tag("acceptance")
class ShortAnswersTest {
    private static final int PROMPTS = 200;

    @TempDir
    Path directory;

    private TestCluster cluster;
    private Node reader;
    private TestEngine engine;

    @BeforeEach
    void start() throws IOException {
        cluster = new TestCluster(directory);
        Node a = cluster.start("a", 4_096);
        Node b = cluster.start("b", 4_096);
        reader = cluster.start("reader", 4_096);
        engine = new TestEngine(cluster, reader, cluster.pool("reader"), "decode");
        TestEngine onA = new TestEngine(cluster, a, cluster.pool("a"), "prefill-a");
        TestEngine onB = new TestEngine(cluster, b, cluster.pool("b"), "prefill-b");
        for (int prompt = 0; prompt < PROMPTS; prompt++) {
            onA.save("r" + prompt, hashes("prompt" + prompt, 8));
            onB.save("r" + prompt, hashes("prompt" + prompt, 8));
        }
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    /// Hits of a query that is given 100 ms, so that a hundred fall into the time that failures count.
    private int hits(List<BlockHash> hashes, String request) {
        List<Answer<QueryReply>> answers = new ArrayList<>();
        reader.query(
                new Query(engine.id, engine.registered.poolNonce(), request, hashes, 100 * MILLI, 100 * MILLI),
                answers::add);
        cluster.clock.pass(100 * MILLI);
        QueryReply.Ready ready = (QueryReply.Ready) ((Answer.Ok<QueryReply>) answers.getFirst()).value();
        LeaseId lease = ready.lease();
        if (lease != null) {
            reader.release(engine.id, lease, released -> {});
        }
        return ready.blocks().size();
    }

    @Test
    void oneShortAnswerInTenCostsNearlyNoHits() {
        SplittableRandom random = new SplittableRandom(7);
        int[] cut = {0};
        cluster.grants = grant -> {
            if (random.nextInt(10) > 0) {
                return grant;
            }
            cut[0]++;
            int left = random.nextInt(grant.blocks().size());
            return new TransferGrant(
                    grant.lock(), grant.lockNanos(), grant.blocks().subList(0, left));
        };
        int hits = 0;
        for (int prompt = 0; prompt < PROMPTS; prompt++) {
            hits += hits(hashes("prompt" + prompt, 8), "q" + prompt);
        }
        assertTrue(cut[0] >= PROMPTS / 20, "answers were cut: " + cut[0]);
        assertTrue(hits >= 0.95 * PROMPTS * 8, hits + " hits of " + PROMPTS * 8);
    }
}
