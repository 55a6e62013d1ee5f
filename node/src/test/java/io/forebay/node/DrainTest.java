package io.forebay.node;

import static io.forebay.node.TestCluster.SECOND;
import static io.forebay.node.TestCluster.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.NoRoomReason;
import io.forebay.core.engine.Reservation;
import io.forebay.core.engine.ReservedBlock;
import io.forebay.core.engine.SealOutcome;
import io.forebay.core.fetch.Outcome;
import io.forebay.core.tier.SsdWriting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrainTest {
    private static final List<BlockHash> PROMPT = hashes("prompt", 8);
    private static final List<BlockHash> OTHER = hashes("other", 2);

    @TempDir
    Path directory;

    private TestCluster cluster;
    private TestDisk disk;
    private Node node;
    private TestEngine engine;

    @BeforeEach
    void start() throws IOException {
        cluster = new TestCluster(directory);
        cluster.ssd = new NodeSettings.Ssd(SsdWriting.ON_EVICTION, 5 * SECOND);
        disk = new TestDisk(cluster.clock, directory.resolve("ssd"), "node");
        cluster.disks.put("node", disk.disk);
        node = cluster.start("node", 64);
        engine = new TestEngine(cluster, node, cluster.pool("node"), "engine");
    }

    @AfterEach
    void stop() {
        disk.goOn();
        cluster.clock.pass(SECOND);
        disk.close();
        cluster.close();
    }

    private boolean drain(boolean on) {
        return cluster.ok(then -> node.drain(on, then));
    }

    @Test
    void aDrainedNodeHasNoRoomForSavesAndServesWhatItHas() {
        engine.save("r", PROMPT);
        assertTrue(drain(true));
        assertEquals(1, cluster.gauge(node, "node_draining"));
        for (Reservation answer : engine.reserve("s", OTHER)) {
            assertEquals(new Reservation.NoRoom(NoRoomReason.SHUTTING_DOWN), answer);
        }
        assertInstanceOf(Reservation.Present.class, engine.reserve("s", PROMPT).getFirst());
        assertEquals(
                Collections.nCopies(8, Outcome.MEMORY),
                engine.query("q", PROMPT).outcomes());
    }

    @Test
    void whatWasReservedBeforeIsSealed() {
        List<ReservedBlock> written = engine.write("r", PROMPT);
        drain(true);
        assertEquals(Collections.nCopies(8, SealOutcome.DONE), engine.seal(written));
        assertEquals(8, engine.query("q", PROMPT).blocks().size());
    }

    @Test
    void itCanBePutBack() {
        drain(true);
        assertTrue(drain(true));
        assertEquals(false, drain(false));
        assertEquals(0, cluster.gauge(node, "node_draining"));
        engine.save("r", PROMPT);
        assertEquals(8, engine.query("q", PROMPT).blocks().size());
    }

    @Test
    void whatIsInMemoryAloneIsWrittenToItsSsdAndFoundAfterTheNextStart() throws IOException {
        engine.save("r", PROMPT);
        assertEquals(0, cluster.gauge(node, "ssd_blocks"));
        drain(true);
        cluster.clock.pass(2 * SECOND);
        assertEquals(0, cluster.gauge(node, "drain_blocks_unwritten"));
        assertEquals(8, cluster.gauge(node, "ssd_blocks"));
        stop();
        start();
        assertEquals(0, cluster.gauge(node, "node_draining"));
        assertEquals(
                Collections.nCopies(8, Outcome.SSD), engine.query("q", PROMPT).outcomes());
    }

    @Test
    void theMasterHearsOfItWithTheNextHeartbeatAndOthersAreNamedBeforeIt() throws IOException {
        Node peer = cluster.start("peer", 64);
        TestEngine reader = new TestEngine(cluster, peer, cluster.pool("peer"), "reader");
        engine.save("r", PROMPT);
        drain(true);
        cluster.clock.pass(2 * SECOND);
        assertTrue(cluster.master.nodes().stream()
                .anyMatch(each -> each.node().name().equals("node") && each.draining()));
        // Nobody else has the blocks, so the peer takes them over.
        assertEquals(
                Collections.nCopies(8, Outcome.PEER), reader.query("q", PROMPT).outcomes());
    }
}
