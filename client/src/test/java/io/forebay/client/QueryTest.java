package io.forebay.client;

import static io.forebay.client.ClientFixture.LAYOUT;
import static io.forebay.client.ClientFixture.LONG;
import static io.forebay.client.ClientFixture.SHORT;
import static io.forebay.client.ClientFixture.SLACK_NANOS;
import static io.forebay.client.ClientFixture.assertExact;
import static io.forebay.client.ClientFixture.concat;
import static io.forebay.client.ClientFixture.hashes;
import static io.forebay.client.ClientFixture.holds;
import static io.forebay.client.ClientFixture.slotBuffer;
import static io.forebay.client.ClientFixture.writer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.PrefixLengths;
import io.forebay.core.engine.QueryMode;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.lease.LeaseOutcome;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class QueryTest {
    private final FakeTimer timer = new FakeTimer();
    private final List<BlockHash> stored = hashes("a", 3);
    private FakeHost host;
    private EngineClient client;

    @TempDir(factory = SharedMemory.class)
    private Path directory;

    @BeforeEach
    void start() throws IOException {
        host = FakeHost.running(directory, LAYOUT);
        client = ClientFixture.open(ClientFixture.options(LAYOUT), host, timer);
        client.save("save", stored, writer(stored));
    }

    @AfterEach
    void stop() {
        client.close();
        host.close();
    }

    @Test
    void everyBlockHasOneOutcome() {
        try (Loaded loaded = client.query("r", concat(stored, hashes("b", 2)), LONG)) {
            assertEquals(
                    List.of(
                            Outcome.MEMORY,
                            Outcome.MEMORY,
                            Outcome.MEMORY,
                            Outcome.MISS_NO_OWNER,
                            Outcome.NOT_ATTEMPTED),
                    loaded.outcomes());
            assertEquals(3, loaded.hits());
            assertFalse(loaded.copy(3, 0, slotBuffer()), "a miss is a load error");
            assertFalse(loaded.isCurrent(4));
        }
    }

    @Test
    void aBlockThatWasFreedUnderItsLeaseIsALoadErrorAndNeverOtherBytes() {
        try (Loaded loaded = client.query("r", stored, LONG)) {
            MemorySegment view = loaded.view(1, 0);
            host.node().evict(stored.get(1));
            List<BlockHash> next = hashes("next", 1);
            client.save("r2", next, writer(next));

            assertFalse(holds(stored.get(1), 0, view), "the range has other bytes by now");
            assertFalse(loaded.copy(1, 0, slotBuffer()));
            assertFalse(loaded.copy(1, 1, slotBuffer()));
            assertFalse(loaded.isCurrent(1));
            assertTrue(loaded.isCurrent(0));
            assertTrue(loaded.copy(2, 1, slotBuffer()));
        }
    }

    @Test
    void aWrongByteDoesNotVerify() {
        try (Loaded loaded = client.query("r", stored, LONG)) {
            MemorySegment copy = slotBuffer();
            assertTrue(loaded.copy(0, 1, copy));
            assertTrue(loaded.verify(0, 1, copy));
            assertFalse(loaded.verify(0, 0, copy));
            copy.set(ValueLayout.JAVA_BYTE, 9, (byte) ~copy.get(ValueLayout.JAVA_BYTE, 9));
            assertFalse(loaded.verify(0, 1, copy));
        }
    }

    @Test
    void aViewCannotBeWritten() {
        try (Loaded loaded = client.query("r", stored, LONG)) {
            MemorySegment view = loaded.view(0, 0);
            assertThrows(IllegalArgumentException.class, () -> view.set(ValueLayout.JAVA_BYTE, 0, (byte) 1));
        }
    }

    @Test
    void closingGivesTheLeaseBackOnce() {
        Loaded loaded = client.query("r", stored, LONG);
        assertEquals(1, host.node().leaseUses.size());

        loaded.close();
        loaded.close();

        assertEquals(1, host.count("release"));
        assertEquals(0, host.node().leaseUses.size());
        assertFalse(loaded.copy(0, 0, slotBuffer()));
        assertThrows(IllegalStateException.class, () -> loaded.view(0, 0));
        assertEquals(LeaseOutcome.UNKNOWN, client.renew(loaded));
    }

    @Test
    void twoQueriesOfOneRequestShareItsLeaseAndTheLastOneGivesItBack() {
        Loaded first = client.query("r", stored, LONG);
        Loaded second = client.query("r", stored, LONG);

        first.close();
        assertEquals(0, host.count("release"));
        assertExact(second, stored, LAYOUT);
        second.close();

        assertEquals(1, host.count("release"));
    }

    @Test
    void aLeaseIsRenewedWhileItLives() {
        try (Loaded loaded = client.query("r", stored, LONG)) {
            assertEquals(LeaseOutcome.DONE, client.renew(loaded));
            host.node().leaseUses.clear();
            assertEquals(LeaseOutcome.UNKNOWN, client.renew(loaded));
        }
    }

    @Test
    void aQueryPollsUntilTheNodeIsReady() {
        var left = new AtomicInteger(3);
        host.answerQueriesWith(() -> {
            if (left.decrementAndGet() == 0) {
                host.answerQueriesWith(null);
            }
            return new QueryReply.Loading();
        });

        try (Loaded loaded = client.query("r", stored, LONG)) {
            assertEquals(3, loaded.hits());
        }
        assertEquals(4, host.count("query"));
    }

    @Test
    void aNodeThatLoadsForeverIsAMissByTheDeadline() {
        host.answerQueriesWith(QueryReply.Loading::new);
        long start = System.nanoTime();

        Loaded loaded = client.query("r", stored, SHORT);

        long took = System.nanoTime() - start;
        assertTrue(took < SHORT.toNanos() + SLACK_NANOS, "took " + took);
        assertEquals(Collections.nCopies(3, Outcome.MISS_DEADLINE), loaded.outcomes());
    }

    @Test
    void aLeaseGrantedAfterTheLastLoadingIsGivenBack() {
        host.answerQueriesWith(() -> {
            host.answerQueriesWith(null);
            return new QueryReply.Loading();
        });

        Loaded loaded = client.query("r", stored, Duration.ofMillis(1));

        assertEquals(Collections.nCopies(3, Outcome.MISS_DEADLINE), loaded.outcomes());
        assertEquals(2, host.count("query"), "one more poll finds what is granted in the end");
        assertEquals(1, host.count("release"));
        assertEquals(0, host.node().leaseUses.size());
    }

    @Test
    void aLoadingThatComesTooLateIsFollowedUp() {
        host.answerQueriesWith(() -> {
            host.hold("query");
            host.answerQueriesWith(null);
            return new QueryReply.Loading();
        });

        Loaded loaded = client.query("r", stored, SHORT);
        host.answerHeld();

        assertEquals(0, loaded.hits());
        assertEquals(2, host.count("query"));
        assertEquals(1, host.count("release"));
        assertEquals(0, host.node().leaseUses.size());
    }

    @Test
    void aHungNodeIsAMissByTheDeadlineAndItsLateLeaseIsGivenBack() {
        host.hold("query");
        long start = System.nanoTime();

        Loaded loaded = client.query("r", stored, SHORT);

        long took = System.nanoTime() - start;
        assertTrue(took < SHORT.toNanos() + SLACK_NANOS, "took " + took);
        assertEquals(Collections.nCopies(3, Outcome.MISS_NODE_UNAVAILABLE), loaded.outcomes());
        assertEquals(1, host.node().leaseUses.size());
        host.answerHeld();
        assertEquals(0, host.node().leaseUses.size());
    }

    @Test
    void aReplyThatDoesNotFitTheQueryCountsAsNoneAndLeaksNoLease() {
        host.answerQueriesWith(() -> {
            QueryReply.Ready ready = host.node().scan(stored);
            return new QueryReply.Ready(ready.lease(), ready.blocks(), Collections.nCopies(4, Outcome.MEMORY));
        });

        Loaded loaded = client.query("r", stored, LONG);

        assertEquals(Collections.nCopies(3, Outcome.MISS_NODE_UNAVAILABLE), loaded.outcomes());
        assertEquals(0, host.node().leaseUses.size());
    }

    @Test
    void anInterruptedThreadStopsWaitingAndStaysInterrupted() {
        host.hold("query");
        Thread.currentThread().interrupt();

        Loaded loaded = client.query("r", stored, LONG);

        assertTrue(Thread.interrupted());
        assertEquals(0, loaded.hits());
        host.answerHeld();
        assertEquals(0, host.node().leaseUses.size());
    }

    @Test
    void theBarrierCountsWhatTheNodeKnows() {
        var report = client.awaitHandoff("save", LONG);

        assertEquals(3, report.registered());
        assertTrue(report.isComplete());
        assertEquals(3, report.masterEpoch());
    }

    @Test
    void aHungBarrierReportsByItsDeadline() {
        host.hold("awaitHandoff");
        long start = System.nanoTime();

        var report = client.awaitHandoff("save", SHORT);

        assertTrue(System.nanoTime() - start < SHORT.toNanos() + SLACK_NANOS);
        assertEquals(0, report.registered());
        assertEquals(3, report.pending());
        assertEquals(0, report.masterEpoch());
        host.answerHeld();
    }

    @Test
    void aQueryForAllSaysSoToTheNode() {
        try (Loaded loaded = client.queryFull("r", stored, LONG)) {
            assertEquals(stored.size(), loaded.hits());
        }
        assertEquals(QueryMode.FULL_PREFIX, host.node().lastMode);
        client.query("q", stored, LONG).close();
        assertEquals(QueryMode.LONGEST_PREFIX, host.node().lastMode);
    }

    @Test
    void aPartWhereAllWasWantedIsGivenBack() {
        List<BlockHash> more = ClientFixture.concat(stored, hashes("absent", 1));
        Loaded loaded = client.queryFull("r", more, LONG);
        assertEquals(0, loaded.hits());
        assertEquals(0, host.node().leaseUses.size());
    }

    @Test
    void aPrefixsLengthIsToldWithoutALease() {
        List<BlockHash> more = ClientFixture.concat(stored, hashes("absent", 1));
        assertEquals(new PrefixLengths(stored.size(), stored.size(), true), client.prefixLength(more, LONG));
        assertEquals(0, host.node().leaseUses.size());
        host.kill();
        assertEquals(new PrefixLengths(0, 0, false), client.prefixLength(more, LONG));
    }
}
