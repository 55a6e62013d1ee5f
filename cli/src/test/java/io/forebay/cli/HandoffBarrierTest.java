package io.forebay.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.client.EngineClient;
import io.forebay.client.HandedOver;
import io.forebay.client.HandoffPolicy;
import io.forebay.client.Loaded;
import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.PrefixLengths;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.handoff.HandoffScope;
import io.forebay.core.handoff.HandoffState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Acceptance scenario 9: the barrier, with a real master that is stopped, killed and started again, a node `prefill`
/// that saves and a node `decode` that reads; and queries for all of a prompt or nothing.
@Tag("timed")
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class HandoffBarrierTest {
    private static final Duration DEADLINE = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(500);
    private static final Duration SLACK = Duration.ofMillis(250);

    @TempDir
    static Path folder = Path.of("");

    private NodeProcesses nodes;
    private EngineClient prefill;

    @BeforeAll
    void start() throws Exception {
        nodes = new NodeProcesses(folder, "--master-node-stale", "10m", "--master-node-expiry", "10m");
        prefill = nodes.startNode("prefill", 600).engine();
        nodes.startNode("decode", 600);
    }

    @AfterAll
    void stop() {
        nodes.close();
    }

    private static List<BlockHash> hashes(String prompt, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> StoppableEngine.hash(prompt + "/" + i))
                .toList();
    }

    private static List<BlockHash> save(EngineClient engine, String request, List<BlockHash> hashes) {
        engine.save(request, hashes, (block, slot, bytes) -> bytes.fill(StoppableEngine.byteOf(hashes.get(block))));
        return hashes;
    }

    private void assertFoundByTheNextQuery(List<BlockHash> hashes) {
        try (Loaded loaded = nodes.engine("decode").query("find " + hashes.getFirst(), hashes, DEADLINE)) {
            assertEquals(Collections.nCopies(hashes.size(), Outcome.PEER), loaded.outcomes());
        }
    }

    private HandoffReport reportInTime(String request, Duration deadline) {
        long began = System.nanoTime();
        HandoffReport report = prefill.awaitHandoff(request, deadline);
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        assertTrue(took.compareTo(deadline.plus(SLACK)) <= 0, () -> "took " + took);
        return report;
    }

    @Test
    void aHealthyHandoffIsAllRegisteredAndFoundByTheNextQueryOfAnotherNode() {
        List<BlockHash> prompt = save(prefill, "healthy", hashes("healthy", 8));
        HandedOver over = prefill.handOver("healthy", prompt, HandoffPolicy.defaults(), DEADLINE);
        assertFoundByTheNextQuery(prompt);
        assertEquals(HandoffPolicy.Decision.PROCEED, over.decision());
        assertEquals(8, over.signal().report().registered());
        assertTrue(over.signal().report().isComplete());
        assertEquals("prefill", over.signal().node().orElseThrow().name());
    }

    @Test
    void keysThatWereFoundPresentAndEvictedSinceAreReportedByName() throws Exception {
        EngineClient small =
                nodes.startNode("small", 16, "--eviction-low", "0.76").engine();
        List<BlockHash> prompt = save(small, "first", hashes("evicted", 8));
        nodes.awaitMetric("small", "forebay_ledger_registered_keys", keys -> keys == 8);
        save(small, "again", prompt);
        nodes.awaitMetric("small", "forebay_save_blocks_present_total", present -> present == 8);
        save(small, "filler", hashes("filler", 8));
        nodes.awaitMetric("small", "forebay_evictions_total", evictions -> evictions == 4);
        HandoffReport report = small.awaitHandoff(new HandoffScope.OfRequest("again"), DEADLINE, true);
        assertEquals(
                Map.of(HandoffState.GONE, prompt.subList(0, 4), HandoffState.LEASED, prompt.subList(4, 8)),
                report.keys());
    }

    @Test
    void withTheMasterHungTheReportComesByItsDeadlineWithTheExactPendingCount() throws Exception {
        save(prefill, "before", hashes("before", 3));
        HandoffReport before = prefill.awaitHandoff("before", DEADLINE);
        nodes.signalMaster("STOP");
        try {
            save(prefill, "hung", hashes("hung", 5));
            assertEquals(new HandoffReport(0, 5, before.masterEpoch()), reportInTime("hung", SHORT));
        } finally {
            nodes.signalMaster("CONT");
        }
        assertEquals(new HandoffReport(5, 0, before.masterEpoch()), prefill.awaitHandoff("hung", DEADLINE));
        assertFoundByTheNextQuery(hashes("hung", 5));
    }

    @Test
    void twoCallersEachCountTheirOwnScopeAndASaveOfAnotherRequestChangesNothingInMine() throws Exception {
        long marker = prefill.marker().orElseThrow();
        nodes.signalMaster("STOP");
        try {
            save(prefill, "one", hashes("one", 3));
            save(prefill, "two", hashes("two", 5));
            CountDownLatch asked = new CountDownLatch(2);
            List<CompletableFuture<HandoffReport>> reports = new ArrayList<>();
            for (String request : List.of("one", "two")) {
                reports.add(CompletableFuture.supplyAsync(() -> {
                    asked.countDown();
                    return reportInTime(request, Duration.ofSeconds(2));
                }));
            }
            assertTrue(asked.await(10, TimeUnit.SECONDS));
            save(prefill, "other", hashes("other", 7));
            assertEquals(3, pendingOnly(reports.get(0).get(20, TimeUnit.SECONDS)));
            assertEquals(5, pendingOnly(reports.get(1).get(20, TimeUnit.SECONDS)));
            assertEquals(15, pendingOnly(prefill.awaitHandoff(new HandoffScope.Since(marker), SHORT, false)));
        } finally {
            nodes.signalMaster("CONT");
        }
        assertEquals(
                15,
                prefill.awaitHandoff(new HandoffScope.Since(marker), DEADLINE, false)
                        .registered());
    }

    private static int pendingOnly(HandoffReport report) {
        assertEquals(report.scope(), report.pending());
        return report.pending();
    }

    @Test
    void aMasterThatIsKilledAndRestartedDuringSavesHasEverythingAfterReconnecting() throws Exception {
        save(prefill, "epoch", hashes("epoch", 1));
        long epoch = prefill.awaitHandoff("epoch", DEADLINE).masterEpoch();
        for (int i = 0; i < 30; i++) {
            save(prefill, "during" + i, hashes("during" + i, 4));
            if (i == 10) {
                nodes.killMaster();
            } else if (i == 20) {
                nodes.restartMaster();
            }
        }
        for (int i = 0; i < 30; i++) {
            HandoffReport report = prefill.awaitHandoff("during" + i, DEADLINE);
            assertEquals(4, report.registered(), report::toString);
            assertTrue(report.isComplete() && report.masterEpoch() > epoch, report::toString);
            assertFoundByTheNextQuery(hashes("during" + i, 4));
        }
    }

    @Test
    void aDecodeThatAsksForAllBeforePrefillHasSavedGetsAllOfIt() throws Exception {
        List<BlockHash> prompt = hashes("early", 8);
        CompletableFuture<List<Outcome>> found = CompletableFuture.supplyAsync(() -> {
            try (Loaded loaded = nodes.engine("decode").queryFull("early", prompt, DEADLINE)) {
                return loaded.outcomes();
            }
        });
        nodes.awaitMetric("decode", "forebay_watches", watches -> watches == 1);
        save(prefill, "early-1", prompt.subList(0, 3));
        save(prefill, "early-2", prompt.subList(3, 8));
        assertEquals(Collections.nCopies(8, Outcome.PEER), found.get(60, TimeUnit.SECONDS));
    }

    @Test
    void aDecodeThatAsksForAllHearsInTimeThatItGetsNothing() {
        List<BlockHash> prompt = save(prefill, "part", hashes("part", 8));
        List<BlockHash> more = new ArrayList<>(prompt);
        more.addAll(hashes("never", 2));
        assertTrue(prefill.awaitHandoff("part", DEADLINE).isComplete());
        long began = System.nanoTime();
        try (Loaded loaded = nodes.engine("decode").queryFull("part", more, Duration.ofSeconds(1))) {
            Duration took = Duration.ofNanos(System.nanoTime() - began);
            assertTrue(took.compareTo(Duration.ofSeconds(1).plus(SLACK)) <= 0, () -> "took " + took);
            assertEquals(
                    Collections.nCopies(8, Outcome.MISS_INCOMPLETE),
                    loaded.outcomes().subList(0, 8));
            assertTrue(
                    List.of(Outcome.MISS_NO_OWNER, Outcome.MISS_WARMING)
                            .contains(loaded.outcomes().get(8)),
                    () -> loaded.outcomes().toString());
            assertEquals(Outcome.NOT_ATTEMPTED, loaded.outcomes().get(9));
        }
        assertEquals(new PrefixLengths(0, 8, true), nodes.engine("decode").prefixLength(more, Duration.ofSeconds(2)));
    }
}
