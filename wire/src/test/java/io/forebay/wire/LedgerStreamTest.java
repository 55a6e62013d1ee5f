package io.forebay.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.Answer;
import io.forebay.core.answer.Remedy;
import io.forebay.core.block.Namespace;
import io.forebay.core.catalogue.LedgerBatch;
import io.forebay.core.catalogue.LedgerReply;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.wire.proto.MasterProto.LedgerRequest;
import io.forebay.wire.proto.MasterProto.LedgerResponse;
import io.forebay.wire.proto.MasterServiceGrpc;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The ledger stream, from both ends, also against a master that misbehaves.
class LedgerStreamTest {
    private static final long MINUTE = 60 * Loopback.SECOND;

    private final Samples samples = new Samples(45);
    private final FakeMaster master = new FakeMaster();
    private final Loopback server;
    private final MasterChannel channel;

    LedgerStreamTest() throws IOException {
        server = Loopback.serving(Services.master(master));
        channel = MasterChannel.connect(server.address(), Loopback.PATIENT);
    }

    @AfterEach
    void close() {
        channel.close();
        server.close();
        master.close();
    }

    private LedgerBatch batch(long number) {
        List<Namespace> one = List.of(new Namespace("m", "", "f"));
        return new LedgerBatch(
                new NodeId("a"),
                new SessionId(9),
                number,
                samples.list(1, 3, () -> samples.key(one)),
                samples.list(1, 3, () -> samples.key(one)));
    }

    @Test
    void batchesAreAppliedInTheirOrder() throws Exception {
        master.ledger.answers(batch -> Answer.ok(new LedgerReply.Applied(batch.number())));
        for (long number = 1; number <= 20; number++) {
            LedgerBatch batch = batch(number);
            Awaited<LedgerReply> reply = new Awaited<>();
            channel.ledger(batch, MINUTE, reply);
            assertEquals(new LedgerReply.Applied(number), reply.ok());
            assertEquals(batch, master.ledger.nextAsked());
            assertEquals(MINUTE, master.ledger.timeouts.take());
        }
    }

    @Test
    void aSecondBatchInFlightFailsAndDoesNotDisturbTheFirst() throws Exception {
        Awaited<LedgerReply> first = new Awaited<>();
        Awaited<LedgerReply> second = new Awaited<>();
        channel.ledger(batch(1), MINUTE, first);
        channel.ledger(batch(2), MINUTE, second);
        assertEquals(Remedy.RETRY, second.failed().failure().remedy());
        master.ledger.answerSilent(Answer.ok(new LedgerReply.Applied(1)));
        assertEquals(new LedgerReply.Applied(1), first.ok());
        assertEquals(1, master.ledger.asked.size());
    }

    @Test
    void aLateReplyIsNeverTakenForALaterBatch() throws Exception {
        master.ledger.answers(new LedgerReply.Applied(1));
        Awaited<LedgerReply> warm = new Awaited<>();
        channel.ledger(batch(1), MINUTE, warm);
        warm.ok();
        master.ledger.silence();
        Awaited<LedgerReply> late = new Awaited<>();
        channel.ledger(batch(2), 2 * Loopback.SECOND, late);
        late.failed();
        Awaited<LedgerReply> again = new Awaited<>();
        channel.ledger(batch(2), MINUTE, again);
        Awaited.until(() -> master.ledger.silent.size() == 2);
        master.ledger.answerSilent(Answer.ok(new LedgerReply.OutOfOrder(99)));
        master.ledger.answerSilent(Answer.ok(new LedgerReply.Applied(2)));
        assertEquals(new LedgerReply.Applied(2), again.ok());
        assertEquals(1, late.count.get());
        assertEquals(1, again.count.get());
    }

    @Test
    void aRefusedBatchLeavesAChannelThatWorks() throws Exception {
        master.ledger.answers(_ -> new Answer.Refused<>("number", "is odd"));
        Awaited<LedgerReply> refused = new Awaited<>();
        channel.ledger(batch(1), MINUTE, refused);
        assertEquals(new Answer.Refused<>("number", "is odd"), refused.refused());
        master.ledger.answers(new LedgerReply.UnknownSession());
        Awaited<LedgerReply> next = new Awaited<>();
        channel.ledger(batch(2), MINUTE, next);
        assertEquals(new LedgerReply.UnknownSession(), next.ok());
    }

    @Test
    void duplicatesAndRepliesToOtherBatchesFallOnTheFloor() throws Exception {
        BiConsumer<LedgerRequest, StreamObserver<LedgerResponse>> chatter = (request, out) -> {
            long number = request.getNumber();
            out.onNext(LedgerTranslation.toWire(new LedgerReply.UnknownSession(), number - 1));
            out.onNext(LedgerTranslation.toWire(new LedgerReply.Applied(number), number));
            out.onNext(LedgerTranslation.toWire(new LedgerReply.OutOfOrder(77), number));
        };
        try (Misbehaving other = new Misbehaving(chatter);
                MasterChannel toOther = MasterChannel.connect(other.address(), Loopback.PATIENT)) {
            for (long number = 1; number <= 5; number++) {
                Awaited<LedgerReply> reply = new Awaited<>();
                toOther.ledger(batch(number), MINUTE, reply);
                assertEquals(new LedgerReply.Applied(number), reply.ok());
                assertEquals(1, reply.count.get());
            }
            assertEquals(1, other.streams.get());
        }
    }

    @Test
    void aReplyThatMakesNoSenseDropsTheStream() throws Exception {
        BiConsumer<LedgerRequest, StreamObserver<LedgerResponse>> empty = (request, out) -> out.onNext(
                LedgerResponse.newBuilder().setBatchNumber(request.getNumber()).build());
        try (Misbehaving other = new Misbehaving(empty);
                MasterChannel toOther = MasterChannel.connect(other.address(), Loopback.PATIENT)) {
            for (long number = 1; number <= 2; number++) {
                Awaited<LedgerReply> reply = new Awaited<>();
                toOther.ledger(batch(number), MINUTE, reply);
                assertTrue(reply.failed().failure().message().contains("malformed"));
            }
            assertEquals(2, other.streams.get());
        }
    }

    @Test
    void aStreamThatTheMasterEndsFailsTheBatchAndIsReopened() throws Exception {
        try (Misbehaving other = new Misbehaving((_, out) -> out.onCompleted());
                MasterChannel toOther = MasterChannel.connect(other.address(), Loopback.PATIENT)) {
            for (long number = 1; number <= 2; number++) {
                Awaited<LedgerReply> reply = new Awaited<>();
                toOther.ledger(batch(number), MINUTE, reply);
                assertEquals(Remedy.RETRY, reply.failed().failure().remedy());
            }
            assertEquals(2, other.streams.get());
        }
    }

    @Test
    void theServerTakesOneBatchAtATimeWhateverANodeSends() throws Exception {
        ManagedChannel raw = NettyChannelBuilder.forAddress("127.0.0.1", server.server.port())
                .usePlaintext()
                .build();
        BlockingQueue<Long> replies = new LinkedBlockingQueue<>();
        StreamObserver<LedgerRequest> out = MasterServiceGrpc.newStub(raw).ledger(new Ignoring<>() {
            @Override
            public void onNext(LedgerResponse reply) {
                replies.add(reply.getBatchNumber());
            }
        });
        out.onNext(LedgerTranslation.toWire(batch(1), MINUTE));
        out.onNext(LedgerTranslation.toWire(batch(2), MINUTE));
        out.onCompleted();
        assertEquals(1, master.ledger.nextAsked().number());
        assertEquals(0, master.ledger.asked.size());
        master.ledger.answerSilent(Answer.ok(new LedgerReply.Applied(1)));
        assertEquals(1L, replies.poll(10, TimeUnit.SECONDS));
        assertEquals(2, master.ledger.nextAsked().number());
        master.ledger.answerSilent(Answer.ok(new LedgerReply.Applied(2)));
        assertEquals(2L, replies.poll(10, TimeUnit.SECONDS));
        raw.shutdownNow();
    }

    /// An observer of which a test overrides what it looks at.
    private abstract static class Ignoring<T> implements StreamObserver<T> {
        @Override
        public void onError(Throwable error) {}

        @Override
        public void onCompleted() {}
    }

    /// A master whose ledger says what it is told to.
    private static final class Misbehaving extends MasterServiceGrpc.MasterServiceImplBase implements AutoCloseable {
        final AtomicInteger streams = new AtomicInteger();
        private final BiConsumer<LedgerRequest, StreamObserver<LedgerResponse>> behaviour;
        private final Server server;

        Misbehaving(BiConsumer<LedgerRequest, StreamObserver<LedgerResponse>> behaviour) throws IOException {
            this.behaviour = behaviour;
            this.server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                    .addService(this.bindService())
                    .build()
                    .start();
        }

        String address() {
            return "127.0.0.1:" + server.getPort();
        }

        @Override
        public StreamObserver<LedgerRequest> ledger(StreamObserver<LedgerResponse> out) {
            streams.incrementAndGet();
            return new Ignoring<>() {
                @Override
                public void onNext(LedgerRequest request) {
                    behaviour.accept(request, out);
                }
            };
        }

        @Override
        public void close() {
            server.shutdownNow();
        }
    }
}
