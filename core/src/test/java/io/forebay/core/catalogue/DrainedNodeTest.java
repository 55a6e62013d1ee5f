package io.forebay.core.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.block.BlockKey;
import io.forebay.core.block.TestKeys;
import io.forebay.core.prefetch.Readings;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DrainedNodeTest {
    private final CatalogueFixture master = new CatalogueFixture();
    private SessionId session = new SessionId(1);

    @BeforeEach
    final void start() {
        session = master.nodeWith("a", keys(0, 10));
        master.nodeWith("b", keys(0, 3));
    }

    private static List<BlockKey> keys(int from, int to) {
        return TestKeys.hashes(from, to).stream()
                .map(hash -> new BlockKey(TestKeys.NAMESPACE, hash))
                .toList();
    }

    private void drain(boolean on) {
        master.step(new Heartbeat(new NodeId("a"), session, Readings.NONE, on));
    }

    private boolean isDraining() {
        return master.catalogue.nodes(master.now).getFirst().draining();
    }

    @Test
    void othersAreNamedBeforeItAndItWhereNobodyElseHasABlock() {
        assertEquals("a[0..10) b[0..3)", master.runs(0, 10));
        drain(true);
        assertEquals("b[0..3) a[3..10)", master.runs(0, 10));
        assertTrue(isDraining());
        drain(false);
        assertEquals("a[0..10) b[0..3)", master.runs(0, 10));
        assertFalse(isDraining());
    }

    @Test
    void sayingItAgainIsNoNews() {
        drain(true);
        Decision again =
                master.catalogue.decide(new Heartbeat(new NodeId("a"), session, Readings.NONE, true), master.now);
        assertFalse(again.events().stream().anyMatch(Soft.DrainTold.class::isInstance));
    }

    @Test
    void aNewSessionIsInServiceUntilItsFirstHeartbeat() {
        drain(true);
        session = master.session("a", 2);
        assertFalse(master.catalogue.nodes(master.now).stream().anyMatch(NodeStatus::draining));
    }

    @Test
    void itsReplicasAreNotCountedOnWhenOthersBecomeSpare() {
        master.session("c", 1); // beyond two others it is worth a look
        assertEquals(keys(0, 3), registeredSpare("d"));
        drain(true);
        assertEquals(List.of(), registeredSpare("d"));
    }

    /// What of the blocks that a and b have, too, is spare to a node that has come to have them; then it is gone.
    private List<BlockKey> registeredSpare(String node) {
        SessionId opened = master.session(node, 1);
        Reply reply = master.batch(node, opened, 1, List.of(), keys(0, 3));
        master.step(new CloseSession(new NodeId(node), opened));
        return ((LedgerReply.Applied) reply).spare();
    }
}
