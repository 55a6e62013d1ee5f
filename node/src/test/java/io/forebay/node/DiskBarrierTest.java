package io.forebay.node;

import static io.forebay.node.TestCluster.MILLI;
import static io.forebay.node.TestCluster.SECOND;
import static io.forebay.node.TestCluster.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.engine.AwaitHandoff;
import io.forebay.core.handoff.HandoffLevel;
import io.forebay.core.handoff.HandoffReport;
import io.forebay.core.handoff.HandoffScope;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Barriers at level ON_SSD say no more than is true, and cost no more than their scope.
class DiskBarrierTest {
    @TempDir
    Path directory;

    private TestCluster cluster;
    private TestDisk disk;
    private WatchedDisk watched;
    private Node node;
    private TestEngine engine;

    @BeforeEach
    void start() throws IOException {
        cluster = new TestCluster(directory);
        disk = new TestDisk(cluster.clock, directory.resolve("ssd"), "node");
        watched = new WatchedDisk(disk.disk);
        cluster.disks.put("node", watched);
        node = cluster.start("node", 512);
        engine = new TestEngine(cluster, node, cluster.pool("node"), "engine");
    }

    @AfterEach
    void stop() {
        disk.goOn();
        cluster.clock.pass(MILLI);
        disk.close();
        cluster.close();
    }

    private BlockKey key(BlockHash hash) {
        return new BlockKey(engine.registered.namespace(), hash);
    }

    private List<HandoffReport> await(List<BlockHash> keys) {
        List<HandoffReport> reports = new ArrayList<>();
        node.awaitHandoff(
                new AwaitHandoff(engine.id, new HandoffScope.OfKeys(keys), HandoffLevel.ON_SSD, 60 * SECOND, false),
                answer -> reports.add(((Answer.Ok<HandoffReport>) answer).value()));
        return reports;
    }

    @Test
    void whatIsWrittenAfterTheDeviceWasAskedIsNotCalledSafe() {
        List<BlockHash> prompt = hashes("prompt", 4);
        engine.save("r", prompt.subList(0, 3));
        cluster.clock.pass(MILLI);
        watched.holdsSyncs = true;
        List<HandoffReport> reports = await(prompt);
        cluster.clock.pass(MILLI);
        engine.save("s", prompt.subList(3, 4));
        cluster.clock.pass(MILLI);
        assertEquals(4, disk.gauges().records());
        watched.held.remove().run();
        cluster.clock.pass(MILLI);
        assertEquals(3, reports.getFirst().registered());
        assertEquals(1, reports.getFirst().pending());
    }

    @Test
    void whatWasRefusedBeforeIsWrittenOnceForTheBarrier() {
        List<BlockHash> prompt = hashes("prompt", 4);
        watched.refuses = 4;
        engine.save("r", prompt);
        cluster.clock.pass(MILLI);
        assertEquals(0, disk.gauges().records());
        List<HandoffReport> reports = await(prompt);
        cluster.clock.pass(10 * MILLI);
        assertEquals(4, reports.getFirst().registered());
    }

    @Test
    void whatIsRefusedUnderTheBarrierIsTriedAgainAndThenReported() {
        List<BlockHash> prompt = hashes("prompt", 4);
        disk.hang();
        watched.refuses = 0;
        engine.save("r", prompt.subList(0, 2));
        watched.refuses = 2;
        engine.save("s", prompt.subList(2, 4));
        watched.refuses = 2;
        List<HandoffReport> reports = await(prompt);
        disk.goOn();
        cluster.clock.pass(10 * MILLI);
        assertEquals(2, reports.getFirst().registered());
        assertEquals(2, reports.getFirst().refused());
    }

    @Test
    void whatLeavesTheDiskWhileTheBarrierWaitsIsWrittenAgain() {
        List<BlockHash> prompt = hashes("prompt", 4);
        engine.save("r", prompt.subList(0, 3));
        cluster.clock.pass(MILLI);
        disk.hang();
        engine.save("s", prompt.subList(3, 4));
        List<HandoffReport> reports = await(prompt);
        cluster.clock.pass(MILLI);
        watched.lost.add(key(prompt.get(1)));
        disk.goOn();
        cluster.clock.pass(10 * MILLI);
        assertEquals(Set.of(), watched.lost);
        assertEquals(4, reports.getFirst().registered());
    }

    @Test
    void whatLeavesTheDiskOnceItWasAskedIsReportedAsGone() {
        List<BlockHash> prompt = hashes("prompt", 4);
        engine.save("r", prompt);
        cluster.clock.pass(MILLI);
        watched.holdsSyncs = true;
        List<HandoffReport> reports = await(prompt);
        cluster.clock.pass(MILLI);
        watched.lost.add(key(prompt.get(1)));
        watched.held.remove().run();
        cluster.clock.pass(MILLI);
        assertEquals(3, reports.getFirst().registered());
        assertEquals(1, reports.getFirst().gone());
    }

    @Test
    void whatIsSavedThoughItIsOnTheDiskIsUsedThere() {
        List<BlockHash> prompt = hashes("prompt", 2);
        engine.save("r", prompt);
        assertEquals(prompt.stream().map(this::key).toList(), watched.used);
    }

    @Test
    void aBarrierLooksAtEachBlockAFewTimesHoweverManyWritesEnd() {
        List<BlockHash> prompt = hashes("prompt", 60);
        disk.hang();
        engine.save("r", prompt);
        List<HandoffReport> reports = await(prompt);
        watched.looks = 0;
        disk.goOn();
        cluster.clock.pass(10 * MILLI);
        assertEquals(60, reports.getFirst().registered());
        assertTrue(watched.looks <= 10 * 60, watched.looks + " looks for 60 blocks");
    }
}
