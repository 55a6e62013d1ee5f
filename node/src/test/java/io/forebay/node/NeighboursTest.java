package io.forebay.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.catalogue.NodeId;
import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.catalogue.SessionId;
import io.forebay.core.peer.HelloReply;
import java.util.List;
import org.junit.jupiter.api.Test;

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
}
