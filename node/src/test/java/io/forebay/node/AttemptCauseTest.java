package io.forebay.node;

import static io.forebay.node.TestCluster.MILLI;
import static io.forebay.node.TestCluster.SECOND;
import static io.forebay.node.TestCluster.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.Query;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.fetch.AttemptCause;
import io.forebay.core.peer.Hello;
import io.forebay.core.peer.HelloReply;
import io.forebay.core.peer.LockId;
import io.forebay.core.peer.PeerProtocol;
import io.forebay.core.peer.TransferGrant;
import io.forebay.core.peer.TransferQuery;
import io.forebay.fabric.ReadFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each cause driven once: the attempt is counted under it and under no other.
class AttemptCauseTest {
    private static final List<BlockHash> PROMPT = hashes("prompt", 4);

    @TempDir
    Path directory;

    private TestCluster cluster;
    private Node reader;
    private TestEngine engine;

    @BeforeEach
    void start() throws IOException {
        cluster = new TestCluster(directory);
        Node owner = cluster.start("owner", 64);
        reader = cluster.start("reader", 64);
        engine = new TestEngine(cluster, reader, cluster.pool("reader"), "decode");
        new TestEngine(cluster, owner, cluster.pool("owner"), "prefill").save("save", PROMPT);
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private void assertCounts(AttemptCause cause) {
        assertCounts(cause, 5 * SECOND);
    }

    private void assertCounts(AttemptCause cause, long deadlineNanos) {
        cluster.<QueryReply>answer(
                6 * SECOND,
                then -> reader.query(
                        new Query(engine.id, engine.registered.poolNonce(), "q", PROMPT, deadlineNanos, deadlineNanos),
                        then));
        Map<AttemptCause, Long> counted = cluster.stats(reader).attempts().entrySet().stream()
                .filter(entry -> entry.getValue() > 0)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        assertEquals(Map.of(cause, 1L), counted);
    }

    /// A peer of which one call goes wrong.
    private class Broken implements PeerProtocol {
        private final PeerProtocol peer;

        Broken(PeerProtocol peer) {
            this.peer = peer;
        }

        <T> void fail(long afterNanos, Consumer<Answer<T>> then) {
            cluster.clock.plan(afterNanos, () -> then.accept(Answer.failed(Remedy.ELSEWHERE, "broken")));
        }

        @Override
        public void hello(Hello request, long timeoutNanos, Consumer<Answer<HelloReply>> then) {
            peer.hello(request, timeoutNanos, then);
        }

        @Override
        public void queryBlocks(TransferQuery request, long timeoutNanos, Consumer<Answer<TransferGrant>> then) {
            peer.queryBlocks(request, timeoutNanos, then);
        }

        @Override
        public void releaseLock(LockId lock, long timeoutNanos, Consumer<Answer<Boolean>> then) {
            peer.releaseLock(lock, timeoutNanos, then);
        }
    }

    @Test
    void complete() {
        assertCounts(AttemptCause.COMPLETE);
    }

    @Test
    void absent() {
        cluster.grants = grant -> new TransferGrant(
                grant.lock(), grant.lockNanos(), grant.blocks().subList(0, 2));
        assertCounts(AttemptCause.ABSENT);
    }

    @Test
    void checksum() {
        cluster.faults.add(new ReadFault.Corrupt(4, 100));
        assertCounts(AttemptCause.CHECKSUM);
    }

    @Test
    void transport() {
        cluster.faults.add(new ReadFault.Break(5));
        assertCounts(AttemptCause.TRANSPORT);
    }

    @Test
    void readDeadline() {
        cluster.faults.add(new ReadFault.Hang());
        assertCounts(AttemptCause.READ_DEADLINE);
    }

    @Test
    void abandoned() {
        cluster.faults.add(new ReadFault.Hang());
        assertCounts(AttemptCause.ABANDONED, 100 * MILLI);
    }

    @Test
    void connect() {
        cluster.peers = peer -> new Broken(peer) {
            @Override
            public void hello(Hello request, long timeoutNanos, Consumer<Answer<HelloReply>> then) {
                fail(MILLI, then);
            }
        };
        assertCounts(AttemptCause.CONNECT);
    }

    @Test
    void queryFailed() {
        brokenQuery(false);
        assertCounts(AttemptCause.QUERY_FAILED);
    }

    @Test
    void queryDeadline() {
        brokenQuery(true);
        assertCounts(AttemptCause.QUERY_DEADLINE);
    }

    private void brokenQuery(boolean late) {
        cluster.peers = peer -> new Broken(peer) {
            @Override
            public void queryBlocks(TransferQuery request, long timeoutNanos, Consumer<Answer<TransferGrant>> then) {
                fail(late ? timeoutNanos : timeoutNanos - 1, then);
            }
        };
    }

    @Test
    void lockLost() {
        cluster.peers = peer -> new Broken(peer) {
            @Override
            public void releaseLock(LockId lock, long timeoutNanos, Consumer<Answer<Boolean>> then) {
                super.releaseLock(lock, timeoutNanos, answer -> then.accept(Answer.ok(false)));
            }
        };
        assertCounts(AttemptCause.LOCK_LOST);
        assertNothingWasKept();
    }

    @Test
    void unlockUnanswered() {
        brokenUnlock();
        assertCounts(AttemptCause.UNLOCK_UNANSWERED);
        assertNothingWasKept();
    }

    /// The unlock fails, too, but what failed first is the cause.
    @Test
    void aPeerThatDiesWhileItIsReadIsATransportFailure() {
        brokenUnlock();
        cluster.faults.add(new ReadFault.Break(5));
        assertCounts(AttemptCause.TRANSPORT);
        assertNothingWasKept();
    }

    /// The bytes that came were perhaps not held still while they were read.
    private void assertNothingWasKept() {
        assertEquals(0, cluster.gauge(reader, "blocks_resident"));
        assertEquals(0, cluster.gauge(reader, "pool_used_bytes"));
    }

    private void brokenUnlock() {
        cluster.peers = peer -> new Broken(peer) {
            @Override
            public void releaseLock(LockId lock, long timeoutNanos, Consumer<Answer<Boolean>> then) {
                fail(MILLI, then);
            }
        };
    }

    @Test
    void leasesFull() {
        engine.save("filler", hashes("filler", 24));
        engine.query("hold", hashes("filler", 24));
        assertCounts(AttemptCause.LEASES_FULL);
    }
}
