package io.forebay.node;

import static io.forebay.node.TestCluster.MILLI;
import static io.forebay.node.TestCluster.SECOND;
import static io.forebay.node.TestCluster.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.engine.NoRoomReason;
import io.forebay.core.engine.Reservation;
import io.forebay.core.engine.Reserve;
import io.forebay.core.fetch.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A pool of 32 granules: 16 blocks of 2 granules; eviction runs from 90 % down to 85 %, so 14 blocks stay.
class EvictionTest {
    @TempDir
    Path directory;

    private TestCluster cluster;
    private Node node;
    private TestEngine engine;

    @BeforeEach
    void start() throws IOException {
        cluster = new TestCluster(directory);
        node = cluster.start("node", 32);
        engine = new TestEngine(cluster, node, cluster.pool("node"), "engine");
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private int hits(String chain, int blocks) {
        var ready = engine.query("q-" + chain + blocks, hashes(chain, blocks));
        engine.release(ready);
        return ready.blocks().size();
    }

    @Test
    void theOldestBlocksGoFirst() {
        engine.save("r1", hashes("old", 8));
        engine.save("r2", hashes("new", 8));
        assertEquals(8, hits("new", 8));
        assertEquals(0, hits("old", 8));
    }

    @Test
    void aUsedBlockOutlivesAnUnusedOne() {
        engine.save("r1", hashes("used", 6));
        engine.save("r2", hashes("unused", 6));
        assertEquals(6, hits("used", 6));
        engine.save("r3", hashes("new", 6));
        assertEquals(6, hits("used", 6));
        assertEquals(0, hits("unused", 1));
    }

    @Test
    void aLeasedBlockIsNeverEvicted() {
        engine.save("r1", hashes("leased", 8));
        var ready = engine.query("q", hashes("leased", 8));
        for (int i = 0; i < 10; i++) {
            engine.reserve("fill" + i, hashes("fill" + i, 4));
        }
        for (int i = 0; i < 8; i++) {
            assertTrue(engine.reads(hashes("leased", 8).get(i), ready.blocks().get(i)));
        }
    }

    @Test
    void memoryIsFreedOnlyAfterTheMasterHasForgottenTheReplica() {
        engine.save("r1", hashes("old", 14));
        cluster.master.hangs = true;
        List<Answer<List<Reservation>>> answers = new ArrayList<>();
        node.reserve(reserve("r2", "new", 8), answers::add);
        cluster.clock.pass(249 * MILLI);
        assertEquals(List.of(), answers);
        assertEquals(14, cluster.gauge(node, "blocks_resident"));
    }

    private Reserve reserve(String request, String chain, int blocks) {
        return new Reserve(engine.id, engine.registered.poolNonce(), request, 0, hashes(chain, blocks));
    }

    @Test
    void aHitCallsARetirementOff() {
        engine.save("r1", hashes("old", 14));
        cluster.master.hangs = true;
        node.reserve(reserve("r2", "new", 4), then -> {});
        cluster.clock.pass(10 * MILLI);
        var ready = engine.query("q", hashes("old", 8));
        assertEquals(8, ready.blocks().size());
        cluster.master.hangs = false;
        cluster.clock.pass(10 * SECOND);
        for (int i = 0; i < 8; i++) {
            assertTrue(engine.reads(hashes("old", 8).get(i), ready.blocks().get(i)));
        }
        assertEquals(8, hits("old", 8));
    }

    @Test
    void whenEverythingIsLeasedASaveHearsSoAtOnce() {
        engine.save("r1", hashes("a", 12));
        engine.query("q", hashes("a", 12));
        var answers = cluster.<List<Reservation>>answer(10 * MILLI, then -> node.reserve(reserve("r2", "b", 8), then));
        var all = ((Answer.Ok<List<Reservation>>) answers).value();
        assertInstanceOf(Reservation.Granted.class, all.get(3));
        assertEquals(new Reservation.NoRoom(NoRoomReason.FULL), all.get(4));
    }

    @Test
    void leasesHoldAtMostThreeQuartersOfThePool() {
        engine.save("r1", hashes("a", 13));
        var ready = engine.query("q", hashes("a", 13));
        assertEquals(12, ready.blocks().size());
        assertEquals(Outcome.MISS_LOCAL_PRESSURE, ready.outcomes().getLast());
    }

    @Test
    void anExpiredLeaseLetsItsBlocksGo() {
        engine.save("r1", hashes("a", 12));
        engine.query("q", hashes("a", 12));
        cluster.clock.pass(601 * SECOND);
        assertEquals(0, cluster.gauge(node, "pool_held_bytes"));
        engine.save("r2", hashes("b", 8));
        assertEquals(8, hits("b", 8));
    }

    private long count(String name) {
        return cluster.stats(node).counts().getOrDefault(name, -1L);
    }

    private long granted(String request, String chain, int blocks) {
        var answer =
                cluster.<List<Reservation>>answer(SECOND, then -> node.reserve(reserve(request, chain, blocks), then));
        return ((Answer.Ok<List<Reservation>>) answer)
                .value().stream().filter(Reservation.Granted.class::isInstance).count();
    }

    @Test
    void aSpareCopyGoesBeforeOlderBlocksThatNobodyElseHas() throws IOException {
        for (String name : List.of("b", "c")) {
            Node other = cluster.start(name, 32);
            new TestEngine(cluster, other, cluster.pool(name), name).save("r", hashes("shared", 4));
        }
        engine.save("r1", hashes("own", 8));
        engine.save("r2", hashes("shared", 4));
        engine.save("r3", hashes("new", 4));
        assertTrue(count("evictions") >= 2);
        assertEquals(8, hits("own", 8));
    }

    @Test
    void whileTheMasterIsAwayASaveAtTheHardLimitGetsRoomAtOnce() {
        engine.save("r1", hashes("old", 14));
        cluster.master.hangs = true;
        cluster.clock.pass(7 * SECOND);
        assertEquals(8, granted("r2", "new", 8));
        assertEquals(6, count("unilateral_frees_away"));
        assertEquals(0, count("unilateral_frees_late"));
        assertEquals(14, cluster.master.stats().replicas());
        cluster.master.hangs = false;
        cluster.clock.pass(5 * SECOND);
        assertEquals(
                cluster.gauge(node, "blocks_resident"), cluster.master.stats().replicas());
    }

    @Test
    void aMasterThatIsLateIsWaitedForHalfOfTheTime() {
        engine.save("r1", hashes("old", 14));
        cluster.master.hangs = true;
        List<Answer<List<Reservation>>> answers = new ArrayList<>();
        node.reserve(reserve("r2", "new", 4), answers::add);
        cluster.clock.pass(249 * MILLI);
        assertEquals(0, answers.size());
        assertEquals(0, count("unilateral_frees_late"));
        cluster.clock.pass(2 * MILLI);
        assertEquals(1, answers.size());
        assertEquals(2, count("unilateral_frees_late"));
        cluster.master.hangs = false;
        cluster.clock.pass(5 * SECOND);
        assertEquals(
                cluster.gauge(node, "blocks_resident"), cluster.master.stats().replicas());
    }

    @Test
    void aBlockThatWasFreedWithoutAGrantAndSavedAgainIsRegistered() {
        engine.save("r1", hashes("old", 14));
        cluster.master.hangs = true;
        cluster.clock.pass(7 * SECOND);
        engine.save("r2", hashes("new", 8));
        engine.save("r3", hashes("old", 4));
        cluster.master.hangs = false;
        cluster.clock.pass(12 * SECOND);
        assertEquals(4, hits("old", 4));
        assertEquals(
                cluster.gauge(node, "blocks_resident"), cluster.master.stats().replicas());
        assertEquals(1, cluster.master.stats().visibleNodes());
    }
}
