package io.forebay.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Remedy;
import io.forebay.core.peer.FabricEndpoint;
import io.forebay.core.peer.Hello;
import io.forebay.core.peer.HelloReply;
import io.forebay.core.peer.LockId;
import io.forebay.core.peer.RegionDescriptor;
import io.forebay.core.peer.TransferGrant;
import io.forebay.core.peer.TransferQuery;
import io.forebay.core.session.NodeId;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Each RPC between nodes, end to end.
class PeerWireTest {
    private static final long MINUTE = 60 * Loopback.SECOND;

    private final Samples samples = new Samples(43);
    private final FakePeer peer = new FakePeer();
    private final Loopback server;
    private final PeerChannel channel;

    PeerWireTest() throws IOException {
        server = Loopback.serving(new Services(null, peer, null));
        channel = PeerChannel.connect(server.address(), Loopback.PATIENT);
    }

    @AfterEach
    void close() {
        channel.close();
        server.close();
        peer.close();
    }

    @Test
    void nodesGreetEachOther() throws Exception {
        HelloReply reply = new HelloReply(
                new NodeId("b"),
                4,
                Hello.VERSION,
                "host",
                List.of(new FabricEndpoint("map", "/run/b", List.of(new RegionDescriptor(0, 1L << 40, "key")))));
        peer.hello.answers(reply);
        Hello hello = new Hello(new NodeId("a"), 3, 1, 5);
        Awaited<HelloReply> answer = new Awaited<>();
        channel.hello(hello, MINUTE, answer);
        assertEquals(reply, answer.ok());
        assertEquals(hello, peer.hello.nextAsked());
    }

    @Test
    void aVersionRangeWithoutOursIsRefusedBeforeItReachesTheNode() throws Exception {
        Awaited<HelloReply> answer = new Awaited<>();
        channel.hello(new Hello(new NodeId("a"), 3, 2, 5), MINUTE, answer);
        assertEquals("version", answer.refused().field());
        assertTrue(peer.hello.asked.isEmpty());
    }

    @Test
    void aVersionThatWasNotOfferedIsThePeersFailure() throws Exception {
        peer.hello.answers(new HelloReply(new NodeId("b"), 4, 2, "host", List.of()));
        Awaited<HelloReply> answer = new Awaited<>();
        channel.hello(new Hello(new NodeId("a"), 3, 1, 1), MINUTE, answer);
        assertEquals(Remedy.ELSEWHERE, answer.failed().failure().remedy());
    }

    @Test
    void blocksAreLockedAndReleased() throws Exception {
        TransferGrant grant = new TransferGrant(new LockId(-5), 120 * Loopback.SECOND, samples.blocks(3, 3));
        peer.queryBlocks.answers(grant);
        peer.releaseLock.answers(true);
        TransferQuery query =
                new TransferQuery(new NodeId("a"), samples.namespace(), samples.list(4, 4, samples::hash));
        Awaited<TransferGrant> granted = new Awaited<>();
        channel.queryBlocks(query, MINUTE, granted);
        assertEquals(grant, granted.ok());
        assertEquals(query, peer.queryBlocks.nextAsked());
        Awaited<Boolean> held = new Awaited<>();
        channel.releaseLock(new LockId(-5), MINUTE, held);
        assertTrue(held.ok());
        assertEquals(new LockId(-5), peer.releaseLock.nextAsked());
    }

    @Test
    void theServerHearsHowMuchTimeIsLeft() throws Exception {
        peer.releaseLock.answers(false);
        Awaited<Boolean> held = new Awaited<>();
        channel.releaseLock(new LockId(1), MINUTE, held);
        assertEquals(false, held.ok());
        long left = peer.releaseLock.timeouts.take();
        assertTrue(left > MINUTE / 2 && left <= MINUTE, "left " + left);
    }

    @Test
    void aServiceThatIsNotServedIsAFailure() throws Exception {
        try (MasterChannel master = MasterChannel.connect(server.address(), Loopback.PATIENT)) {
            Awaited<io.forebay.core.catalogue.AliveReply> answer = new Awaited<>();
            master.heartbeat(
                    new io.forebay.core.catalogue.Heartbeat(new NodeId("a"), new io.forebay.core.session.SessionId(1)),
                    MINUTE,
                    answer);
            assertTrue(answer.failed().failure().message().contains("UNIMPLEMENTED"));
        }
    }
}
