package io.forebay.node;

import static io.forebay.node.TestCluster.MILLI;
import static io.forebay.node.TestCluster.SECOND;
import static io.forebay.node.TestCluster.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.Prefetch;
import io.forebay.core.catalogue.PrefetchReply.PrefetchAnswer;
import io.forebay.core.engine.AwaitHandoff;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.handoff.HandoffLevel;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.prefetch.PrefetchStatus;
import io.forebay.core.prefetch.PromotionSource;
import io.forebay.core.prefetch.PromotionStats;
import io.forebay.core.prefetch.TaskEnd;
import io.forebay.core.tier.SsdWriting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A real master and a real node with its real SSD tier, on which eight blocks lie, and an engine that saved them: what
/// tests of promotions stand on.
abstract class PromotionNode {
    static final List<BlockHash> PROMPT = hashes("prompt", 8);
    static final long BLOCK_BYTES = 8_192;

    @TempDir
    Path directory;

    TestCluster cluster;
    TestDisk disk;
    WatchedDisk watched;
    Node node;
    TestEngine engine;

    @BeforeEach
    void start() throws IOException {
        begin(32);
        engine.save("r", PROMPT);
        HandoffReport report = cluster.ok(
                then -> node.awaitHandoff(new AwaitHandoff(engine.id, "r", HandoffLevel.ON_SSD, SECOND / 2), then));
        assertTrue(report.isComplete());
        restart(32);
    }

    final void begin(int bufferGranules) throws IOException {
        cluster = new TestCluster(directory);
        cluster.ssd = new NodeSettings.Ssd(SsdWriting.AT_SEAL, 5 * SECOND);
        cluster.bufferGranules = bufferGranules;
        disk = new TestDisk(cluster.clock, directory.resolve("ssd"), "node");
        watched = new WatchedDisk(disk.disk);
        cluster.disks.put("node", watched);
        node = cluster.start("node", 64);
        engine = new TestEngine(cluster, node, cluster.pool("node"), "engine");
        cluster.clock.pass(3 * SECOND);
    }

    /// The node again, with an empty pool and what its SSD has.
    void restart(int bufferGranules) throws IOException {
        stop();
        begin(bufferGranules);
    }

    @AfterEach
    void stop() {
        disk.goOn();
        cluster.clock.pass(MILLI);
        disk.close();
        cluster.close();
    }

    Namespace namespace() {
        return new Namespace("m", "", TestEngine.LAYOUT.fingerprint());
    }

    List<PrefetchStatus> trigger(String request, List<BlockHash> hashes) {
        return cluster.master.prefetch(new Prefetch(namespace(), hashes, request, SECOND)).answers().stream()
                .map(PrefetchAnswer::status)
                .toList();
    }

    static List<PrefetchStatus> all(PrefetchStatus status, int count) {
        return Collections.nCopies(count, status);
    }

    void assertHits(QueryReply.Ready ready, List<BlockHash> hashes, Outcome outcome) {
        assertEquals(Collections.nCopies(hashes.size(), outcome), ready.outcomes());
        for (int i = 0; i < hashes.size(); i++) {
            assertTrue(engine.reads(hashes.get(i), ready.blocks().get(i)), "block " + i);
        }
    }

    long count(String name) {
        return Objects.requireNonNull(cluster.stats(node).counts().get(name), name);
    }

    long ended(TaskEnd end) {
        Map<TaskEnd, Long> ends = cluster.master.promotionStats().ended().get(PromotionSource.PREFETCH);
        return Objects.requireNonNull(ends, "every source is counted").getOrDefault(end, 0L);
    }

    void assertNothingInFlight() {
        PromotionStats stats = cluster.master.promotionStats();
        assertEquals(0, stats.inFlight(), stats::toString);
        assertEquals(0, cluster.gauge(node, "promotion_tasks_held"));
    }
}
