package io.forebay.node;

import static io.forebay.node.TestCluster.MILLI;
import static io.forebay.node.TestCluster.SECOND;
import static io.forebay.node.TestCluster.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a node tells a master that knows nothing of it, or that has not heard it for a while.
class BackfillTest {
    @TempDir
    Path directory;

    private TestCluster cluster;
    private Node node;
    private TestEngine engine;

    @BeforeEach
    void start() throws IOException {
        cluster = new TestCluster(directory);
        node = cluster.start("node", 32);
        engine = new TestEngine(cluster, node, cluster.pool("node"), "prefill");
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private long count(String name) {
        return cluster.stats(node).counts().getOrDefault(name, -1L);
    }

    @Test
    void aNodeThatNeverHeardItsMasterSaysSoOnce() throws IOException {
        cluster.master.hangs = true;
        cluster.start("lonely", 32);
        int before = cluster.silences;
        cluster.clock.pass(30 * SECOND);
        assertEquals(before + 2, cluster.silences, "the other node has lost it, too");
    }

    @Test
    void aFirstSessionBackfillsNothingAndEndsItsInventory() {
        engine.save("r", hashes("prompt", 8));
        assertEquals(0, count("ledger_backfilled_blocks"));
        cluster.clock.pass(5 * SECOND);
        assertFalse(cluster.master.stats().warming());
    }

    @Test
    void aRestartedMasterIsToldEverythingAndWarmsForItsTime() {
        engine.save("r", hashes("prompt", 8));
        cluster.master.restart();
        cluster.clock.pass(3 * SECOND);
        assertEquals(8, cluster.master.stats().replicas());
        assertEquals(8, count("ledger_backfilled_blocks"));
        assertTrue(cluster.master.stats().warming());
        cluster.clock.pass(2 * SECOND);
        assertFalse(cluster.master.stats().warming());
    }

    @Test
    void aNodeThatComesBackFromASilenceCatchesUpByItself() {
        engine.save("r", hashes("prompt", 8));
        cluster.master.hangs = true;
        cluster.clock.pass(11 * SECOND);
        cluster.master.hangs = false;
        assertEquals(0, cluster.master.stats().visibleNodes());
        cluster.clock.pass(1_500 * MILLI);
        assertEquals(1, cluster.master.stats().visibleNodes());
        assertEquals(1, count("master_sessions"), "it keeps its session");
        assertEquals(0, count("ledger_backfilled_blocks"));
    }
}
