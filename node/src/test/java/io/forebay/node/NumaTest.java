package io.forebay.node;

import static io.forebay.node.TestCluster.SECOND;
import static io.forebay.node.TestCluster.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.block.BlockHash;
import io.forebay.core.engine.QueryReply;
import io.forebay.core.engine.Registered;
import io.forebay.core.engine.Registration;
import io.forebay.core.extent.Slot;
import io.forebay.core.extent.StoredBlock;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.layout.KvLayout;
import io.forebay.memory.ArenaFigures;
import io.forebay.memory.backing.BackingTerms;
import io.forebay.memory.backing.HugePages;
import io.forebay.memory.backing.Memlock;
import io.forebay.memory.backing.NumaChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A node whose pool has two arenas of 2 MiB, on NUMA nodes 0 and 1; each holds 256 blocks of two granules.
class NumaTest {
    private static final int ARENA_BLOCKS = 256;
    private static final int GRANULES = 4 * ARENA_BLOCKS;

    @TempDir
    Path directory;

    @TempDir
    Path system;

    private TestCluster cluster;
    private Node node;

    @BeforeEach
    void start() throws IOException {
        Path nodes = Files.createDirectories(system.resolve("sys/devices/system/node"));
        Files.writeString(nodes.resolve("has_memory"), "0-1\n");
        Files.createDirectories(system.resolve("proc/self"));
        Files.writeString(system.resolve("proc/self/mounts"), "none / ext4 rw 0 0\n");
        cluster = new TestCluster(directory);
        BackingTerms terms = new BackingTerms(HugePages.OFF, Memlock.OFF, new NumaChoice.Auto(), system);
        node = cluster.start("node", GRANULES, terms);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void aRanksBlocksLieInTheArenaOfItsNode() {
        TestEngine engine = engine("near 1", 1);
        engine.save("r", hashes("prompt", 10));
        assertEquals(Set.of(1), nodesOf(engine.query("q", hashes("prompt", 10)).blocks()));
        assertEquals(Map.of(0, 0L, 1, 20 * 4_096L), cluster.stats(node).byNumaNode(ArenaFigures::usedBytes));
        assertEquals(0, elsewhere());
    }

    @Test
    void eachRankOfABlockHasItsOwnNode() {
        KvLayout layout = new KvLayout(1, 2, 2_048, 1);
        for (int rank = 0; rank < 2; rank++) {
            TestEngine.Rank of = new TestEngine.Rank(rank, layout, OptionalInt.of(1 - rank));
            new TestEngine(cluster, node, cluster.pool("node"), "tp", of).save("r", hashes("prompt", 3));
        }
        TestEngine any = new TestEngine(cluster, node, cluster.pool("node"), "tp", new TestEngine.Rank(0, layout));
        for (StoredBlock block : any.query("q", hashes("prompt", 3)).blocks()) {
            assertEquals(
                    List.of(1, 0), block.slots().stream().map(Slot::numaNode).toList());
        }
    }

    @Test
    void aFullArenaSendsToTheOtherAndThatIsCounted() {
        TestEngine engine = engine("near 1", 1);
        engine.save("r", hashes("prompt", ARENA_BLOCKS + 44));
        assertEquals(2 * 44, elsewhere());
        List<StoredBlock> blocks =
                engine.query("q", hashes("prompt", ARENA_BLOCKS + 44)).blocks();
        assertEquals(Set.of(1), nodesOf(blocks.subList(0, ARENA_BLOCKS)));
        assertEquals(Set.of(0), nodesOf(blocks.subList(ARENA_BLOCKS, blocks.size())));
    }

    @Test
    void aPoolThatIsFullServesWhoeverAsksFromWhicheverArenaIsFreed() {
        TestEngine near = engine("near 1", 1);
        TestEngine far = engine("near 0", 0);
        for (int turn = 0; turn < 20; turn++) {
            near.save("r" + turn, hashes("near/" + turn, 50));
            far.save("r" + turn, hashes("far/" + turn, 10));
            QueryReply.Ready ready = near.query("q" + turn, hashes("near/" + turn, 50));
            assertEquals(50, ready.blocks().size());
            near.release(ready);
        }
        assertTrue(elsewhere() > 0, "the one asks five times as much as the other");
        long used = cluster.stats(node).byNumaNode(ArenaFigures::usedBytes).values().stream()
                .mapToLong(Long::longValue)
                .sum();
        assertEquals(cluster.pool("node").usedBytes(), used);
    }

    @Test
    void aRequestWithoutANodeLiesInOneArenaAndTheNextInTheEmptier() {
        TestEngine engine = new TestEngine(cluster, node, cluster.pool("node"), "anywhere");
        List<BlockHash> first = hashes("first", 7);
        List<BlockHash> second = hashes("second", 5);
        engine.save("r", first);
        engine.save("r2", second);
        assertEquals(Set.of(0), nodesOf(engine.query("q", first).blocks()));
        assertEquals(Set.of(1), nodesOf(engine.query("q2", second).blocks()));
        assertEquals(0, elsewhere());
    }

    @Test
    void aNodeThatThePoolHasNoArenaOfIsAsGoodAsNone() {
        TestEngine engine = engine("near 7", 7);
        engine.save("r", hashes("prompt", 10));
        assertEquals(
                1, nodesOf(engine.query("q0", hashes("prompt", 10)).blocks()).size(), "one behind the other");
        engine.save("r2", hashes("more", 300));
        assertEquals(300, engine.query("q", hashes("more", 300)).blocks().size());
        assertEquals(0, elsewhere());
    }

    @Test
    void whatComesFromAPeerComesToTheNodeOfTheRankThatHasIt() throws IOException {
        Node owner = cluster.start("owner", 64);
        TestEngine there = new TestEngine(cluster, owner, cluster.pool("owner"), "prefill");
        there.save("r", hashes("prompt", 6));
        cluster.clock.pass(SECOND);
        TestEngine engine = engine("near 1", 1);
        List<StoredBlock> blocks = engine.query("q", hashes("prompt", 6)).blocks();
        assertEquals(6, blocks.size());
        assertEquals(Set.of(1), nodesOf(blocks));
    }

    @Test
    void aSlotThatNoArenaHoldsIsRefusedThoughThePoolIsLargeEnough() {
        KvLayout large = new KvLayout(1, 1, 3 << 19, 1);
        Registration request = new Registration(new InstanceId("large"), 0, "m", "", large);
        assertTrue(large.slotBytes() > 2 << 20 && large.blockBytes() < GRANULES * 4_096L);
        Answer<Registered> answer = cluster.answer(SECOND, then -> node.register(request, then));
        assertEquals("layout", assertInstanceOf(Answer.Refused.class, answer).field());
    }

    private TestEngine engine(String name, int numaNode) {
        return new TestEngine(cluster, node, cluster.pool("node"), name, TestEngine.Rank.on(numaNode));
    }

    private long elsewhere() {
        return cluster.stats(node).counts().getOrDefault("pool_extents_elsewhere", -1L);
    }

    private static Set<Integer> nodesOf(List<StoredBlock> blocks) {
        return blocks.stream()
                .flatMap(block -> block.slots().stream())
                .map(Slot::numaNode)
                .collect(Collectors.toSet());
    }
}
