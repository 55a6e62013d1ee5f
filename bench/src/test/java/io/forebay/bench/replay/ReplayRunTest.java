package io.forebay.bench.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.bench.Progress;
import io.forebay.client.EngineClient.BlockWriter;
import io.forebay.client.EngineClient.SaveReport;
import io.forebay.core.block.BlockHash;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.layout.Layout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ReplayRunTest {
    private static final Layout LAYOUT = new KvLayout(ReplaySettings.LAYERS, 1, 64, 64);
    private static final int BLOCK_BYTES = 512;

    private final Map<BlockHash, List<byte[]>> stored = new HashMap<>();
    private final List<String> calls = new ArrayList<>();
    private final List<ReplayNode> live = new ArrayList<>();
    private long now;
    private long queryNanos = 1_000_000;
    private boolean registers = true;
    private boolean gone;

    private ReplayReport play(int nodes, Optional<Chaos> chaos, List<List<Long>> prompts) throws IOException {
        for (int number = 1; number <= nodes; number++) {
            live.add(new ReplayNode(number, new FakeEngine("p" + number), new FakeEngine("d" + number)));
        }
        PrintStream out = new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
        ReplaySettings settings = new ReplaySettings(LAYOUT, Duration.ofSeconds(1), Duration.ofSeconds(1), chaos);
        Progress progress = new Progress(out, false, () -> now, prompts.size());
        return new ReplayRun(settings, new FakeCluster(), () -> now, progress)
                .play(prompts)
                .report(nodes + 1, new ReplayReport.FabricTotal("fake", 0), new ReplayReport.Recovery(0, 0, 0, 0));
    }

    @Test
    void whatIsMissingIsSavedOnceAndEveryByteOfEveryHitIsChecked() throws IOException {
        ReplayReport report = play(2, Optional.empty(), List.of(List.of(1L, 2L), List.of(1L, 2L, 3L)));
        assertEquals(
                List.of(
                        "p1 query 2",
                        "p1 save 2",
                        "p1 await 2",
                        "d2 query 2",
                        "p2 query 3",
                        "p2 save 1",
                        "p2 await 3",
                        "d1 query 3"),
                calls);
        assertEquals(5, report.blocks());
        assertEquals(5, report.outcomes().get("MEMORY"));
        assertEquals(new ReplayReport.Bytes(3 * BLOCK_BYTES, 0, 5 * BLOCK_BYTES), report.bytes());
        assertEquals(new ReplayReport.Handoffs(2, 0), report.handoffs());
        assertEquals(0, report.corrupt());
    }

    @Test
    void nothingIsSavedWhenAllIsThere() throws IOException {
        play(1, Optional.empty(), List.of(List.of(1L), List.of(1L)));
        assertEquals(
                List.of(
                        "p1 query 1",
                        "p1 save 1",
                        "p1 await 1",
                        "d1 query 1",
                        "p1 query 1",
                        "p1 await 1",
                        "d1 query 1"),
                calls);
    }

    @Test
    void theKilledNodeTakesNoMoreRequests() throws IOException {
        play(
                3,
                Optional.of(Chaos.parse("kill-node=1@50%")),
                List.of(List.of(1L), List.of(1L), List.of(1L), List.of(1L)));
        List<String> queries = calls.stream()
                .filter(call -> call.contains("query") || call.contains("kill"))
                .toList();
        assertEquals(
                List.of(
                        "p1 query 1",
                        "d2 query 1",
                        "p2 query 1",
                        "d3 query 1",
                        "kill 1",
                        "p2 query 1",
                        "d3 query 1",
                        "p3 query 1",
                        "d2 query 1"),
                queries);
    }

    @Test
    void theLastFifthIsCountedApart() throws IOException {
        ReplayReport report = play(
                2,
                Optional.empty(),
                List.of(List.of(1L), List.of(2L), List.of(3L), List.of(4L), List.of(5L, 6L), List.of(7L)));
        assertEquals(new ReplayReport.Tail(1, 1), report.lastFifth());
    }

    @Test
    void aWrongByteMakesItsBlockCorrupt() throws IOException {
        stored.put(BlockBytes.hash(1), slots(1));
        stored.put(BlockBytes.hash(2), slots(2));
        stored.getOrDefault(BlockBytes.hash(2), List.of()).get(3)[127] ^= 1;
        ReplayReport report = play(1, Optional.empty(), List.of(List.of(1L, 2L)));
        assertEquals(1, report.corrupt());
        assertEquals(BLOCK_BYTES + 3 * 128, report.bytes().verified());
    }

    @Test
    void aBlockThatGoesBeforeItIsReadIsALoadError() throws IOException {
        gone = true;
        ReplayReport report = play(1, Optional.empty(), List.of(List.of(1L, 2L)));
        assertEquals(2, report.loadErrors());
        assertEquals(0, report.bytes().verified());
    }

    @Test
    void anIncompleteBarrierIsADegradedHandoffAndALateAnswerCounts() throws IOException {
        registers = false;
        queryNanos = 1_300_000_000L;
        ReplayReport report = play(2, Optional.empty(), List.of(List.of(1L)));
        assertEquals(new ReplayReport.Handoffs(0, 1), report.handoffs());
        assertEquals(2, report.lateQueries());
    }

    private static List<byte[]> slots(long id) {
        return IntStream.range(0, LAYOUT.slotCount())
                .mapToObj(slot -> {
                    byte[] bytes = new byte[(int) LAYOUT.slotBytes()];
                    BlockBytes.write(id, slot, MemorySegment.ofArray(bytes));
                    return bytes;
                })
                .toList();
    }

    private final class FakeCluster implements ReplayCluster {
        @Override
        public List<ReplayNode> live() {
            return live;
        }

        @Override
        public void carryOut(Fault fault, boolean heals) {
            calls.add("kill " + fault.node() + (heals ? ", comes back" : ""));
            live.removeIf(node -> node.number() == fault.node());
        }
    }

    /// All engines share one store.
    private final class FakeEngine implements ReplayEngine {
        private final String name;

        FakeEngine(String name) {
            this.name = name;
        }

        @Override
        public SaveReport save(String requestId, List<BlockHash> hashes, BlockWriter writer) {
            calls.add(name + " save " + hashes.size());
            for (int block = 0; block < hashes.size(); block++) {
                List<byte[]> slots = new ArrayList<>();
                for (int slot = 0; slot < LAYOUT.slotCount(); slot++) {
                    byte[] bytes = new byte[(int) LAYOUT.slotBytes()];
                    writer.write(block, slot, MemorySegment.ofArray(bytes));
                    slots.add(bytes);
                }
                stored.put(hashes.get(block), slots);
            }
            return new SaveReport(hashes.size(), 0, 0, 0, 0);
        }

        @Override
        public Found query(String requestId, List<BlockHash> hashes, Duration deadline) {
            calls.add(name + " query " + hashes.size());
            now += queryNanos;
            List<Outcome> outcomes = hashes.stream()
                    .map(hash -> stored.containsKey(hash) ? Outcome.MEMORY : Outcome.MISS_NO_OWNER)
                    .toList();
            return new FakeFound(hashes, outcomes);
        }

        @Override
        public HandoffReport awaitHandoff(List<BlockHash> chain, Duration deadline) {
            calls.add(name + " await " + chain.size());
            return new HandoffReport(0, registers ? 0 : 1, 1);
        }

        @Override
        public void close() {}
    }

    private final class FakeFound implements ReplayEngine.Found {
        private final List<BlockHash> hashes;
        private final List<Outcome> outcomes;

        FakeFound(List<BlockHash> hashes, List<Outcome> outcomes) {
            this.hashes = hashes;
            this.outcomes = outcomes;
        }

        @Override
        public List<Outcome> outcomes() {
            return outcomes;
        }

        @Override
        public boolean copy(int block, int slot, MemorySegment destination) {
            List<byte[]> slots = stored.getOrDefault(hashes.get(block), List.of());
            destination.copyFrom(MemorySegment.ofArray(slots.get(slot)));
            return !gone;
        }

        @Override
        public void close() {}
    }
}
