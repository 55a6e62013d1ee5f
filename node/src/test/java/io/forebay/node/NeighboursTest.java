package io.forebay.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.peer.HelloReply;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NeighboursTest {
    private final Neighbours neighbours = new Neighbours("here", "10.0.0.1:7400");

    private static OwnerRun owner(String node, String address) {
        return new OwnerRun(new NodeId(node), 1, new SessionId(1), address, 0, 1);
    }

    private static HelloReply hello(String node, String hostId) {
        return new HelloReply(new NodeId(node), 1, 1, hostId, List.of());
    }

    @Test
    void anOwnerUnderThisNodesHostNameIsNear() {
        assertTrue(neighbours.has(owner("a", "10.0.0.1:9")));
        assertFalse(neighbours.has(owner("a", "10.0.0.11:7400")));
        assertFalse(neighbours.has(owner("a", "nowhere")));
        assertFalse(new Neighbours("here", "nowhere").has(owner("a", "somewhere")));
    }

    @Test
    void anOwnerThatSharesMemoryFilesIsNearUntilItSaysOtherwise() {
        OwnerRun a = owner("a", "10.0.0.2:7400");
        assertFalse(neighbours.has(a));
        neighbours.greeted(hello("a", "here"));
        assertTrue(neighbours.has(a));
        neighbours.greeted(hello("a", "there"));
        assertFalse(neighbours.has(a));
    }

    @Test
    void onlySoManyAreRemembered() {
        for (int i = 0; i <= Neighbours.MAX_NODES; i++) {
            neighbours.greeted(hello("n" + i, "here"));
        }
        assertFalse(neighbours.has(owner("n0", "x:1")));
        assertEquals(true, neighbours.has(owner("n1", "x:1")));
    }

    /// Once their hellos have been heard, every fetch goes to the owner beside the reader.
    @Test
    void ofTwoOwnersTheOneOnTheReadersHostIsAsked(@TempDir Path directory) throws IOException {
        try (TestCluster cluster = new TestCluster(directory)) {
            cluster.hosts.put("near", "one host");
            cluster.hosts.put("reader", "one host");
            List<Node> owners = List.of(cluster.start("far", 256), cluster.start("near", 256));
            Node reader = cluster.start("reader", 256);
            TestEngine onFar = new TestEngine(cluster, owners.get(0), cluster.pool("far"), "f");
            TestEngine onNear = new TestEngine(cluster, owners.get(1), cluster.pool("near"), "n");
            TestEngine engine = new TestEngine(cluster, reader, cluster.pool("reader"), "r");
            onNear.save("hello", TestCluster.hashes("hello", 1));
            engine.query("hello", TestCluster.hashes("hello", 1));
            for (int prompt = 0; prompt < 20; prompt++) {
                onFar.save("s" + prompt, TestCluster.hashes("p" + prompt, 2));
                onNear.save("s" + prompt, TestCluster.hashes("p" + prompt, 2));
                assertEquals(
                        2,
                        engine.query("q" + prompt, TestCluster.hashes("p" + prompt, 2))
                                .blocks()
                                .size());
            }
            assertEquals(
                    List.of(0L, 21L),
                    owners.stream()
                            .map(owner -> cluster.stats(owner).counts().getOrDefault("transfer_locks_granted", -1L))
                            .toList());
        }
    }
}
