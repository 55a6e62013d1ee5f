package io.forebay.node;

import static io.forebay.node.TestCluster.hashes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.core.block.BlockHash;
import io.forebay.core.eviction.EvictionKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A node that evicts by what it learns of chains: a pool of 16 blocks, of which 14 stay.
class ChainEvictionTest {
    @TempDir
    Path directory;

    private TestCluster cluster;
    private TestEngine engine;

    @BeforeEach
    void start() throws IOException {
        cluster = new TestCluster(directory);
        NodeSettings.Eviction standard = NodeSettings.Eviction.defaults();
        cluster.eviction = new NodeSettings.Eviction(
                standard.high(), standard.low(), standard.roomWaitNanos(), standard.maxWaiters(), EvictionKind.CHI);
        engine = engine("node");
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    private TestEngine engine(String node) throws IOException {
        return new TestEngine(cluster, cluster.start(node, 32), cluster.pool(node), "engine of " + node);
    }

    /// How many leading blocks are here or at a peer.
    private int hits(TestEngine asker, String request, List<BlockHash> chain) {
        var ready = asker.query(request, chain);
        asker.release(ready);
        return ready.blocks().size();
    }

    @Test
    void aChainThatIsSavedGoesFromItsEnd() {
        engine.save("r1", hashes("old", 8));
        engine.save("r2", hashes("new", 8));
        assertEquals(8, hits(engine, "q1", hashes("new", 8)));
        assertEquals(5, hits(engine, "q2", hashes("old", 8)), "16 blocks are at most 13.6");
    }

    @Test
    void aChainThatWasAskedForIsOneThoughItIsSavedInParts() {
        List<BlockHash> old = hashes("old", 8);
        assertEquals(0, hits(engine, "r1", old));
        engine.save("r1", old.subList(0, 4));
        engine.save("other", hashes("between", 1));
        engine.save("r1", old.subList(4, 8));
        engine.save("r2", hashes("new", 6));
        assertEquals(6, hits(engine, "q1", hashes("new", 6)));
        assertEquals(1, hits(engine, "q2", hashes("between", 1)));
        assertEquals(6, hits(engine, "q3", old));
    }

    @Test
    void aChainThatWasFetchedGoesFromItsEnd() throws IOException {
        TestEngine peer = engine("peer");
        peer.save("r1", hashes("old", 8));
        assertEquals(8, hits(engine, "r1", hashes("old", 8)));
        engine.save("r2", hashes("new", 8));
        cluster.crashFabric("peer");
        assertEquals(8, hits(engine, "q1", hashes("new", 8)));
        assertEquals(5, hits(engine, "q2", hashes("old", 8)));
    }
}
