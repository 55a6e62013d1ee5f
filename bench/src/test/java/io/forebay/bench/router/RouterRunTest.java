package io.forebay.bench.router;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.bench.Progress;
import io.forebay.bench.page.MetricsPage;
import io.forebay.bench.replay.BlockBytes;
import io.forebay.bench.replay.ReplayEngine;
import io.forebay.client.EngineClient.BlockWriter;
import io.forebay.client.EngineClient.SaveReport;
import io.forebay.core.block.BlockHash;
import io.forebay.core.catalogue.LookupReply.BlockTiers;
import io.forebay.core.catalogue.ReplicaStatus;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.layout.Layout;
import io.forebay.core.prefetch.PrefetchStatus;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import io.forebay.sim.trace.TraceRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class RouterRunTest {
    private static final Layout LAYOUT = new KvLayout(2, 1, 64, 64);
    private static final long MILLI = 1_000_000L;

    private final List<String> calls = new ArrayList<>();
    private final Map<BlockHash, List<ReplicaStatus>> places = new HashMap<>();
    private final Map<BlockHash, Outcome> outcomes = new HashMap<>();
    private PrefetchStatus status = PrefetchStatus.QUEUED;
    private Runnable atTrigger = () -> {};
    private long now;
    private int wrongId;
    private long lateNanos;

    private void put(long id, Tier tier, Outcome outcome, String... nodes) {
        List<ReplicaStatus> replicas = new ArrayList<>();
        for (String node : nodes) {
            replicas.add(new ReplicaStatus(new NodeId(node), new SessionId(1), tier, true, 0));
        }
        places.put(BlockBytes.hash(id), replicas);
        outcomes.put(BlockBytes.hash(id), outcome);
    }

    private RouterReport.Run play(boolean triggers, TraceRequest... trace) throws IOException {
        RouterSettings settings = new RouterSettings(LAYOUT, Duration.ofSeconds(1), Duration.ofSeconds(1), 2);
        Map<NodeId, ReplayEngine> engines = new LinkedHashMap<>();
        List.of("a", "b").forEach(name -> engines.put(new NodeId(name), new FakeEngine(name)));
        PrintStream out = new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
        Progress progress = new Progress(out, false, () -> now, trace.length);
        RouterRun.Surroundings surroundings =
                new RouterRun.Surroundings(new FakeRouter(), new FakeTimeline(), progress);
        MetricsPage none = new MetricsPage(List.of());
        return new RouterRun(settings, triggers, engines, surroundings)
                .play(List.of(trace))
                .report(RouterMode.TRIGGER, TaskFigures.of(none, none));
    }

    private static TraceRequest request(long millis, Long... ids) {
        return new TraceRequest(millis, 1, 1, List.of(ids));
    }

    @Test
    void aRequestGoesToTheLongestPrefixOneWindowAfterItsArrivalAndWhatIsOnSsdAloneIsTriggered() throws IOException {
        put(1, Tier.MEMORY, Outcome.MEMORY, "a", "b");
        put(2, Tier.LOCAL_DISK, Outcome.BUFFER, "b");
        put(3, Tier.LOCAL_DISK, Outcome.SSD, "b");
        put(9, Tier.LOCAL_DISK, Outcome.NOT_ATTEMPTED, "b");
        RouterReport.Run run = play(true, request(4_000, 1L, 2L, 3L, 4L, 9L));
        assertEquals(
                List.of(
                        "2000 lookup 5",
                        "2000 trigger 2",
                        "3000 lookup 5",
                        "3000 b query 5",
                        "3000 cancel request-0",
                        "3000 b save 2"),
                calls);
        assertEquals(new RouterReport.Gets(1, 1, 1, 0, 2, 0), run.gets());
        assertEquals(1.0 / 3, run.ssdOnCriticalPathShare(), 1e-9);
        assertEquals(new RouterReport.WorstSecond(3, 1.0 / 3, 1, 3), run.worstSecond());
        assertEquals(new RouterReport.Prefetch(2, 1, 1, 0, 0, 0), run.prefetch());
        assertEquals(Map.of("QUEUED", 1L), run.ssdReadsBy());
        assertEquals(3 * LAYOUT.blockBytes(), run.verifiedBytes());
        assertTrue(run.arrivalsKept());
        assertEquals(2, run.saved());
    }

    @Test
    void everyBlockThatWasQueuedEndsOnce() throws IOException {
        put(1, Tier.LOCAL_DISK, Outcome.PEER, "a");
        put(2, Tier.LOCAL_DISK, Outcome.PEER, "a");
        put(3, Tier.LOCAL_DISK, Outcome.MISS_NO_OWNER, "a");
        put(4, Tier.LOCAL_DISK, Outcome.NOT_ATTEMPTED, "a");
        atTrigger = () -> {
            put(1, Tier.MEMORY, Outcome.PEER, "b");
            put(4, Tier.MEMORY, Outcome.NOT_ATTEMPTED, "b");
        };
        RouterReport.Run run = play(true, request(0, 1L, 2L, 3L, 4L));
        assertEquals(new RouterReport.Gets(0, 0, 1, 1, 2, 1), run.gets());
        assertEquals(new RouterReport.Prefetch(4, 1, 1, 1, 0, 1), run.prefetch());
    }

    @Test
    void whatIsThrottledAndReadFromSsdIsCountedByItsReason() throws IOException {
        put(1, Tier.LOCAL_DISK, Outcome.SSD, "a");
        status = PrefetchStatus.THROTTLED_WATERMARK;
        RouterReport.Run run = play(true, request(0, 1L));
        assertEquals(new RouterReport.Prefetch(0, 0, 0, 0, 1, 0), run.prefetch());
        assertEquals(Map.of("THROTTLED_WATERMARK", 1L), run.ssdReadsBy());
    }

    @Test
    void withoutTriggersNothingIsTriggeredAndOfEqualNodesTheIdlerOneIsTaken() throws IOException {
        put(1, Tier.LOCAL_DISK, Outcome.SSD, "a", "b");
        RouterReport.Run run = play(false, request(0, 1L), request(2, 1L));
        assertEquals(
                List.of(
                        "0 lookup 1",
                        "1 lookup 1",
                        "1000 lookup 1",
                        "1000 a query 1",
                        "1001 lookup 1",
                        "1001 b query 1"),
                calls);
        assertEquals(Map.of("NOT_TRIGGERED", 2L), run.ssdReadsBy());
        assertEquals(new RouterReport.Prefetch(0, 0, 0, 0, 0, 0), run.prefetch());
    }

    @Test
    void aWrongByteIsFoundAndALateDispatchIsSaid() throws IOException {
        put(1, Tier.MEMORY, Outcome.MEMORY, "a");
        wrongId = 1;
        RouterReport.Run run = play(false, request(0, 1L));
        assertEquals(1, run.corrupt());
        lateNanos = 101 * MILLI;
        assertFalse(play(false, request(0, 1L)).arrivalsKept());
    }

    @Test
    void aRequestThatFailsEndsTheReplayWithItsError() {
        put(1, Tier.MEMORY, Outcome.MEMORY, "a");
        atTrigger = () -> {
            throw new IllegalStateException("boom");
        };
        put(2, Tier.LOCAL_DISK, Outcome.SSD, "a");
        IOException failed = assertThrows(IOException.class, () -> play(true, request(0, 2L), request(1, 1L)));
        assertTrue(failed.toString().contains("boom"), failed::toString);
    }

    private final class FakeRouter implements ReplayRouter {
        @Override
        public List<BlockTiers> lookup(List<BlockHash> hashes) {
            calls.add(now / MILLI + " lookup " + hashes.size());
            return hashes.stream()
                    .map(hash -> new BlockTiers(places.getOrDefault(hash, List.of()), 1, false))
                    .toList();
        }

        @Override
        public List<PrefetchStatus> trigger(String requestId, List<BlockHash> hashes, Duration needIn) {
            calls.add(now / MILLI + " trigger " + hashes.size());
            assertEquals(Duration.ofSeconds(1), needIn);
            atTrigger.run();
            return hashes.stream().map(hash -> status).toList();
        }

        @Override
        public void cancel(String requestId) {
            calls.add(now / MILLI + " cancel " + requestId);
        }
    }

    private final class FakeEngine implements ReplayEngine {
        private final String name;

        FakeEngine(String name) {
            this.name = name;
        }

        @Override
        public SaveReport save(String requestId, List<BlockHash> hashes, BlockWriter writer) {
            calls.add(now / MILLI + " " + name + " save " + hashes.size());
            return new SaveReport(hashes.size(), 0, 0, 0, 0);
        }

        @Override
        public Found query(String requestId, List<BlockHash> hashes, Duration deadline) {
            calls.add(now / MILLI + " " + name + " query " + hashes.size());
            List<Outcome> ends = hashes.stream()
                    .map(hash -> outcomes.getOrDefault(hash, Outcome.MISS_NO_OWNER))
                    .toList();
            return new FakeFound(ends);
        }

        @Override
        public HandoffReport awaitHandoff(List<BlockHash> chain, Duration deadline) {
            throw new AssertionError("nothing is handed over");
        }

        @Override
        public void close() {}
    }

    /// Block `i` of a query has the bytes of id `i + 1`.
    private final class FakeFound implements ReplayEngine.Found {
        private final List<Outcome> ends;

        FakeFound(List<Outcome> ends) {
            this.ends = ends;
        }

        @Override
        public List<Outcome> outcomes() {
            return ends;
        }

        @Override
        public boolean copy(int block, int slot, MemorySegment destination) {
            BlockBytes.write(block + 1 + wrongId, slot, destination);
            return true;
        }

        @Override
        public void close() {}
    }

    /// Everything at its time, or later by a while, one thing after the other.
    private final class FakeTimeline implements Timeline {
        private final PriorityQueue<Step> steps =
                new PriorityQueue<>(Comparator.comparingLong(Step::nanos).thenComparingInt(Step::order));

        private int order;

        private record Step(long nanos, int order, Runnable action) {}

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public void at(long nanos, Runnable step) {
            steps.add(new Step(nanos, order++, step));
        }

        @Override
        public void await(CountDownLatch done, long endNanos) {
            for (Step step = steps.poll(); step != null; step = steps.poll()) {
                now = step.nanos + lateNanos;
                step.action.run();
            }
            assertEquals(0, done.getCount());
        }
    }
}
