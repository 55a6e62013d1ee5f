package io.forebay.node;

import static io.forebay.node.TestCluster.MILLI;
import static io.forebay.node.TestCluster.SECOND;
import static io.forebay.node.TestCluster.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.AwaitHandoff;
import io.forebay.core.engine.Query;
import io.forebay.core.engine.QueryMode;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.handoff.HandoffLevel;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.handoff.HandoffScope;
import io.forebay.core.tier.SsdWriting;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskTest {
    private static final List<BlockHash> PROMPT = hashes("prompt", 8);
    private static final long BLOCK_BYTES = 8_192;

    @TempDir
    Path directory;

    private TestCluster cluster;
    private TestDisk disk;
    private Node node;
    private TestEngine engine;
    private boolean masterHangs;

    @BeforeEach
    void start() throws IOException {
        begin(SsdWriting.AT_SEAL);
    }

    private void begin(SsdWriting when) throws IOException {
        cluster = new TestCluster(directory);
        cluster.master.hangs = masterHangs;
        cluster.ssd = new NodeSettings.Ssd(when, 5 * SECOND);
        disk = new TestDisk(cluster.clock, directory.resolve("ssd"), "node");
        cluster.disks.put("node", disk.disk);
        node = cluster.start("node", 64);
        engine = new TestEngine(cluster, node, cluster.pool("node"), "engine");
    }

    @AfterEach
    void stop() {
        disk.goOn();
        cluster.clock.pass(MILLI);
        disk.close();
        cluster.close();
    }

    /// The node again, with an empty pool and what its SSD has.
    private void restart() throws IOException {
        restart(SsdWriting.AT_SEAL);
    }

    private void restart(SsdWriting when) throws IOException {
        stop();
        begin(when);
    }

    private HandoffReport onSsd(String request, long deadlineNanos) {
        return cluster.ok(then ->
                node.awaitHandoff(new AwaitHandoff(engine.id, request, HandoffLevel.ON_SSD, deadlineNanos), then));
    }

    private void assertHits(QueryReply.Ready ready, List<BlockHash> hashes, Outcome outcome) {
        assertEquals(Collections.nCopies(hashes.size(), outcome), ready.outcomes());
        for (int i = 0; i < hashes.size(); i++) {
            assertTrue(engine.reads(hashes.get(i), ready.blocks().get(i)), "block " + i);
        }
    }

    @Test
    void whatWasSavedIsServedFromSsdAfterARestart() throws IOException {
        engine.save("r", PROMPT);
        assertTrue(onSsd("r", SECOND / 2).isComplete());
        restart();
        QueryReply.Ready ready = engine.query("q", PROMPT);
        assertHits(ready, PROMPT, Outcome.SSD);
        assertEquals(8, cluster.stats(node).outcomes().get(Outcome.SSD));
    }

    @Test
    void whatIsServedFromSsdIsInMemoryForAsLongAsItIsHeldAndNobodyHearsOfIt() throws IOException {
        engine.save("r", PROMPT);
        onSsd("r", SECOND / 2);
        restart();
        QueryReply.Ready first = engine.query("q1", PROMPT);
        QueryReply.Ready second = engine.query("q2", PROMPT);
        assertHits(second, PROMPT, Outcome.MEMORY);
        assertEquals(8 * BLOCK_BYTES, cluster.gauge(node, "pool_used_bytes"));
        assertEquals(0, cluster.gauge(node, "blocks_resident"));
        assertEquals(0, cluster.gauge(node, "ledger_registered_keys"));
        engine.release(first);
        assertEquals(8 * BLOCK_BYTES, cluster.gauge(node, "pool_used_bytes"));
        engine.release(second);
        assertEquals(0, cluster.gauge(node, "pool_used_bytes"));
        assertHits(engine.query("q3", PROMPT), PROMPT, Outcome.SSD);
    }

    @Test
    void twoQueriesAtOnceShareOneRead() throws IOException {
        engine.save("r", PROMPT);
        onSsd("r", SECOND / 2);
        restart();
        List<QueryReply> replies = new ArrayList<>();
        for (String request : List.of("q1", "q2")) {
            node.query(
                    new Query(engine.id, engine.registered.poolNonce(), request, PROMPT, SECOND / 2, SECOND / 2),
                    answer -> replies.add(((io.forebay.core.answer.Answer.Ok<QueryReply>) answer).value()));
        }
        cluster.clock.pass(SECOND);
        for (QueryReply reply : replies) {
            assertHits((QueryReply.Ready) reply, PROMPT, Outcome.SSD);
        }
        assertEquals(2, replies.size());
        assertEquals(8, disk.gauges().loaded());
    }

    @Test
    void memoryComesFirstAndTheRestFromSsd() throws IOException {
        engine.save("r", PROMPT);
        onSsd("r", SECOND / 2);
        restart();
        engine.save("s", PROMPT.subList(0, 3));
        List<Outcome> outcomes = engine.query("q", PROMPT).outcomes();
        assertEquals(Collections.nCopies(3, Outcome.MEMORY), outcomes.subList(0, 3));
        assertEquals(Collections.nCopies(5, Outcome.SSD), outcomes.subList(3, 8));
    }

    @Test
    void whatAnotherRequestHasReadFromSsdIsNotFetched() throws IOException {
        engine.save("r", PROMPT);
        onSsd("r", SECOND / 2);
        restart();
        assertHits(engine.query("q1", PROMPT.subList(4, 8)), PROMPT.subList(4, 8), Outcome.SSD);
        Node peer = cluster.start("peer", 64);
        new TestEngine(cluster, peer, cluster.pool("peer"), "other").save("s", PROMPT);
        List<Outcome> outcomes = engine.query("q2", PROMPT).outcomes();
        assertEquals(Collections.nCopies(4, Outcome.PEER), outcomes.subList(0, 4));
        assertEquals(Collections.nCopies(4, Outcome.MEMORY), outcomes.subList(4, 8));
    }

    @Test
    void aDamagedRecordIsOneMissWithItsCauseAndIsNotAskedForAgain() throws IOException {
        engine.save("r", PROMPT);
        onSsd("r", SECOND / 2);
        flipData(4);
        restart();
        List<Outcome> outcomes = engine.query("q1", PROMPT).outcomes();
        assertEquals(4, Collections.frequency(outcomes, Outcome.SSD));
        assertEquals(Outcome.MISS_CORRUPT, outcomes.get(4));
        assertEquals(
                Outcome.MISS_WARMING,
                engine.query("q2", PROMPT.subList(4, 5)).outcomes().getFirst());
        assertHits(engine.query("q3", PROMPT.subList(5, 8)), PROMPT.subList(5, 8), Outcome.SSD);
    }

    /// Turns a bit over in the bytes of the block of this index.
    private void flipData(int index) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("ssd"))) {
            for (Path file : files.filter(path -> !path.endsWith("LOCK")).toList()) {
                byte[] bytes = Files.readAllBytes(file);
                int at = find(bytes, TestEngine.byteOf(PROMPT.get(index)));
                if (at >= 0) {
                    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                        channel.write(java.nio.ByteBuffer.wrap(new byte[] {(byte) (bytes[at] ^ 4)}), at);
                    }
                    return;
                }
            }
        }
        throw new AssertionError("the block is not on SSD");
    }

    /// Where 1,000 bytes like this begin; -1 for nowhere.
    private static int find(byte[] bytes, byte like) {
        int run = 0;
        for (int i = 0; i < bytes.length; i++) {
            run = bytes[i] == like ? run + 1 : 0;
            if (run == 1_000) {
                return i;
            }
        }
        return -1;
    }

    @Test
    void aDeviceThatHangsIsAMissByTheDeadlineAndItsTargetsWait() throws IOException {
        engine.save("r", PROMPT);
        onSsd("r", SECOND / 2);
        restart();
        disk.hang();
        List<Outcome> outcomes = engine.query("q", PROMPT).outcomes();
        assertEquals(Outcome.MISS_DEADLINE, outcomes.getFirst());
        cluster.clock.pass(6 * SECOND);
        assertEquals(8 * BLOCK_BYTES, cluster.gauge(node, "pool_quarantined_bytes"));
        disk.goOn();
        cluster.clock.pass(MILLI);
        assertEquals(0, cluster.gauge(node, "pool_used_bytes"));
        assertEquals(0, disk.gauges().pinned());
    }

    @Test
    void aBarrierAtLevelOnSsdSaysWhatIsThere() {
        disk.hang();
        engine.save("r", PROMPT);
        HandoffReport late = onSsd("r", 100 * MILLI);
        assertEquals(8, late.pending());
        disk.goOn();
        assertEquals(8, onSsd("r", SECOND / 2).registered());
        engine.write("s", hashes("unsealed", 2));
        assertEquals(2, onSsd("s", 100 * MILLI).unsealed());
    }

    @Test
    void aNodeWithoutSsdRefusesABarrierAtLevelOnSsdAtOnce() throws IOException {
        Node without = cluster.start("without", 32);
        TestEngine other = new TestEngine(cluster, without, cluster.pool("without"), "other");
        other.save("r", PROMPT);
        HandoffReport report = cluster.ok(
                then -> without.awaitHandoff(new AwaitHandoff(other.id, "r", HandoffLevel.ON_SSD, 600 * SECOND), then));
        assertEquals(8, report.refused());
    }

    @Test
    void onSecondUseABlockIsWrittenWhenItIsAskedFor() throws IOException {
        restart(SsdWriting.AT_SECOND_USE);
        engine.save("r", PROMPT);
        assertEquals(0, disk.gauges().records());
        engine.release(engine.query("q", PROMPT.subList(0, 3)));
        cluster.clock.pass(MILLI);
        assertEquals(3, disk.gauges().records());
        assertEquals(8, onSsd("r", SECOND / 2).registered());
    }

    @Test
    void onEvictionABlockIsWrittenBeforeItLeavesMemory() throws IOException {
        restart(SsdWriting.ON_EVICTION);
        engine.save("r", PROMPT);
        for (int i = 0; i < 6; i++) {
            engine.save("fill" + i, hashes("fill" + i, 8));
            cluster.clock.pass(MILLI);
        }
        cluster.clock.pass(SECOND);
        assertEquals(0, cluster.stats(node).outcomes().get(Outcome.SSD));
        assertHits(engine.query("q", PROMPT), PROMPT, Outcome.SSD);
    }

    @Test
    void aBlockThatHasLeftMemoryForTheSsdIsRegisteredForTheBarrier() throws IOException {
        engine.save("r", PROMPT);
        for (int i = 0; i < 8; i++) {
            engine.save("fill" + i, hashes("fill" + i, 8));
            cluster.clock.pass(MILLI);
        }
        cluster.clock.pass(SECOND);
        List<HandoffReport> reports = new ArrayList<>();
        node.awaitHandoff(
                new AwaitHandoff(
                        engine.id, new HandoffScope.OfKeys(PROMPT), HandoffLevel.REGISTERED, SECOND / 2, false),
                answer -> reports.add(((Answer.Ok<HandoffReport>) answer).value()));
        cluster.clock.pass(MILLI);
        assertEquals(8, reports.getFirst().registered());
        assertEquals(8, reports.getFirst().unleased());
        assertHits(engine.query("q", PROMPT), PROMPT, Outcome.SSD);
    }

    @Test
    void aBarrierOnWhatIsOnSsdAloneAnswersAsSoonAsTheMasterHasHeardOfIt() throws IOException {
        engine.save("r", PROMPT);
        onSsd("r", SECOND / 2);
        masterHangs = true;
        restart();
        List<HandoffReport> reports = new ArrayList<>();
        node.awaitHandoff(
                new AwaitHandoff(
                        engine.id, new HandoffScope.OfKeys(PROMPT), HandoffLevel.REGISTERED, 60 * SECOND, false),
                answer -> reports.add(((Answer.Ok<HandoffReport>) answer).value()));
        cluster.clock.pass(SECOND);
        assertEquals(List.of(), reports);
        cluster.master.hangs = false;
        cluster.clock.pass(10 * SECOND);
        assertEquals(1, reports.size());
        assertEquals(8, reports.getFirst().registered());
    }

    @Test
    void anotherNodeReadsFromTheSsdOfAnOwnerThatNoEngineHasComeTo() throws IOException {
        engine.save("r", PROMPT);
        onSsd("r", SECOND / 2);
        stop();
        cluster = new TestCluster(directory);
        disk = new TestDisk(cluster.clock, directory.resolve("ssd"), "node");
        cluster.disks.put("node", disk.disk);
        node = cluster.start("node", 64);
        Node reader = cluster.start("reader", 64);
        TestEngine other = new TestEngine(cluster, reader, cluster.pool("reader"), "other");
        QueryReply.Ready ready = other.query("q", PROMPT);
        assertEquals(Collections.nCopies(8, Outcome.PEER), ready.outcomes());
        for (int i = 0; i < 8; i++) {
            assertTrue(other.reads(PROMPT.get(i), ready.blocks().get(i)), "block " + i);
        }
        assertEquals(0, cluster.gauge(node, "pool_used_bytes"));
        assertEquals(0, cluster.gauge(node, "transfer_locks"));
        assertEquals(8, cluster.gauge(node, "ledger_ssd_registered_keys"));
    }

    @Test
    void aFullPrefixComesFromMemoryAndSsdTogether() throws IOException {
        engine.save("r", PROMPT);
        onSsd("r", SECOND / 2);
        restart();
        engine.save("s", PROMPT.subList(2, 4));
        QueryReply reply = cluster.ok(then -> node.query(
                new Query(
                        engine.id,
                        engine.registered.poolNonce(),
                        "q",
                        PROMPT,
                        SECOND / 2,
                        SECOND / 2,
                        QueryMode.FULL_PREFIX),
                then));
        List<Outcome> outcomes = ((QueryReply.Ready) reply).outcomes();
        assertEquals(2, Collections.frequency(outcomes, Outcome.MEMORY));
        assertEquals(6, Collections.frequency(outcomes, Outcome.SSD));
    }

    @Test
    void theMasterHearsOfWhatIsOnSsdAndForgetsItBeforeItGoes() throws IOException {
        stop();
        cluster = new TestCluster(directory);
        disk = new TestDisk(cluster.clock, directory.resolve("small"), "node", 1 << 20);
        cluster.disks.put("node", disk.disk);
        node = cluster.start("node", 64);
        engine = new TestEngine(cluster, node, cluster.pool("node"), "engine");
        for (int i = 0; i < 40; i++) {
            engine.save("r" + i, hashes("r" + i, 8));
            cluster.clock.pass(10 * MILLI);
        }
        cluster.clock.pass(SECOND);
        assertTrue(disk.gauges().evicted() > 0, "the SSD made room");
        assertEquals(0, disk.gauges().unanswered());
        assertEquals(disk.gauges().records(), cluster.master.stats().onDisk());
        assertEquals(disk.gauges().records(), cluster.gauge(node, "ledger_ssd_registered_keys"));
    }
}
