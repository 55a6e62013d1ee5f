package io.forebay.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Invariant;
import io.forebay.core.answer.Remedy;
import io.forebay.core.block.BlockHash;
import io.forebay.core.catalogue.AliveReply;
import io.forebay.core.catalogue.Heartbeat;
import io.forebay.core.catalogue.MasterProtocol;
import io.forebay.core.catalogue.PrefixQuery;
import io.forebay.core.catalogue.PrefixReply;
import io.forebay.core.peer.LockId;
import io.forebay.core.peer.TransferGrant;
import io.forebay.core.peer.TransferQuery;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Start, limits, faults of our own, and the end of a server.
class WireServerTest {
    private static final long MINUTE = 60 * Loopback.SECOND;
    private static final Heartbeat HEARTBEAT = new Heartbeat(new NodeId("n"), new SessionId(1));

    private final Samples samples = new Samples(46);

    @Test
    void anAddressInUseIsNamed() throws Exception {
        try (FakeMaster master = new FakeMaster();
                Loopback server = Loopback.serving(Services.master(master))) {
            WireServerSettings same = WireServerSettings.of("127.0.0.1", server.server.port());
            IOException refused =
                    assertThrows(IOException.class, () -> WireServer.start(same, Services.master(master)));
            String message = String.valueOf(refused.getMessage());
            assertTrue(message.contains("cannot listen on " + server.address()), message);
        }
    }

    @Test
    void promotionsAreServedWithTheirMasterOnly() {
        try (FakeMaster master = new FakeMaster()) {
            assertThrows(Invariant.Broken.class, () -> new Services(null, null, null, master, null));
        }
    }

    @Test
    void callsInFlightFinishBeforeTheEnd() throws Exception {
        try (FakeMaster master = new FakeMaster();
                Loopback server = Loopback.serving(Services.master(master));
                MasterChannel channel = MasterChannel.connect(server.address(), Loopback.PATIENT)) {
            Awaited<AliveReply> answer = new Awaited<>();
            channel.heartbeat(HEARTBEAT, MINUTE, answer);
            master.heartbeat.nextAsked();
            Thread closing = Thread.ofVirtual().start(() -> server.server.close(MINUTE));
            master.heartbeat.answerSilent(Answer.ok(new AliveReply(true, 5)));
            assertEquals(new AliveReply(true, 5), answer.ok());
            closing.join();
        }
    }

    @Test
    void aCallThatNeverFinishesDoesNotHoldTheEndUp() throws Exception {
        try (FakeMaster master = new FakeMaster();
                Loopback server = Loopback.serving(Services.master(master));
                MasterChannel channel = MasterChannel.connect(server.address(), Loopback.PATIENT)) {
            Awaited<AliveReply> answer = new Awaited<>();
            channel.heartbeat(HEARTBEAT, MINUTE, answer);
            master.heartbeat.nextAsked();
            server.server.close(100 * Loopback.MILLISECOND);
            assertEquals(Remedy.RETRY, answer.failed().failure().remedy());
        }
    }

    @Test
    void aReplyBeyondTheMessageLimitIsAFailureThatSaysSo() throws Exception {
        FakePeer peer = new FakePeer();
        WireServer server = WireServer.start(
                WireServerSettings.of("127.0.0.1", 0).withMaxReplyBytes(1_000), new Services(null, peer, null));
        try (PeerChannel channel = PeerChannel.connect("127.0.0.1:" + server.port(), Loopback.PATIENT)) {
            peer.queryBlocks.answers(new TransferGrant(new LockId(1), 1, samples.blocks(40, 40)));
            Awaited<TransferGrant> answer = new Awaited<>();
            TransferQuery query = new TransferQuery(new NodeId("a"), samples.namespace(), samples.hashes());
            channel.queryBlocks(query, MINUTE, answer);
            String message = answer.failed().failure().message();
            assertTrue(message.contains("the limit is 1000"), message);
        } finally {
            server.close(0);
            peer.close();
        }
    }

    @Test
    void aRequestBeyondTheLimitIsRefusedAndNobodyHearsOfIt() throws Exception {
        FakePeer peer = new FakePeer();
        WireServer server = WireServer.start(
                WireServerSettings.of("127.0.0.1", 0).withMaxRequestBytes(1_000), new Services(null, peer, null));
        try (PeerChannel channel = PeerChannel.connect("127.0.0.1:" + server.port(), Loopback.PATIENT)) {
            peer.queryBlocks.answers(new TransferGrant(new LockId(1), 1, List.of()));
            List<BlockHash> many = Collections.nCopies(100, samples.hashes().getFirst());
            Awaited<TransferGrant> refused = new Awaited<>();
            channel.queryBlocks(new TransferQuery(new NodeId("a"), samples.namespace(), many), MINUTE, refused);
            String message = refused.failed().failure().message();
            assertTrue(message.contains("RESOURCE_EXHAUSTED") && message.contains("1000"), message);
        } finally {
            server.close(0);
            peer.close();
        }
    }

    @Test
    void anAnswerGivenTwiceCountsOnce() throws Exception {
        MasterProtocol twice = new Throwing() {
            @Override
            public void heartbeat(Heartbeat request, long timeoutNanos, Consumer<Answer<AliveReply>> then) {
                then.accept(Answer.ok(new AliveReply(true, 1)));
                then.accept(Answer.ok(new AliveReply(true, 2)));
            }
        };
        try (Loopback server = Loopback.serving(Services.master(twice));
                MasterChannel channel = MasterChannel.connect(server.address(), Loopback.PATIENT)) {
            for (int i = 0; i < 20; i++) {
                Awaited<AliveReply> answer = new Awaited<>();
                channel.heartbeat(HEARTBEAT, MINUTE, answer);
                answer.ok();
                assertEquals(1, answer.count.get());
            }
        }
    }

    @Test
    void aFaultOfOursFailsOneCallAndNoOther() throws Exception {
        try (Loopback server = Loopback.serving(Services.master(new Throwing()));
                MasterChannel channel = MasterChannel.connect(server.address(), Loopback.PATIENT)) {
            Awaited<PrefixReply> faulty = new Awaited<>();
            channel.queryPrefix(new PrefixQuery(samples.namespace(), samples.hashes()), MINUTE, faulty);
            assertEquals(Remedy.RECOMPUTE, faulty.failed().failure().remedy());
            Awaited<AliveReply> answer = new Awaited<>();
            channel.heartbeat(HEARTBEAT, MINUTE, answer);
            assertEquals(new AliveReply(true, 1), answer.ok());
        }
    }

    /// A master that has a fault in everything but heartbeats.
    private static class Throwing extends RefusingMaster {
        @Override
        public void heartbeat(Heartbeat request, long timeoutNanos, Consumer<Answer<AliveReply>> then) {
            then.accept(Answer.ok(new AliveReply(true, 1)));
        }

        @Override
        public void queryPrefix(PrefixQuery query, long timeoutNanos, Consumer<Answer<PrefixReply>> then) {
            throw new IllegalStateException("a fault of ours, as this test wants it: " + List.of(query.namespace()));
        }
    }
}
