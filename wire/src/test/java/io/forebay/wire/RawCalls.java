package io.forebay.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import io.forebay.core.lease.LeaseOutcome;
import io.forebay.wire.proto.CommonProto.Namespace;
import io.forebay.wire.proto.EngineProto;
import io.forebay.wire.proto.EngineServiceGrpc;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;

/// A server with everybody behind it and a channel that sends it any bytes whatever.
abstract class RawCalls {
    static final ByteString HASH = ByteString.copyFrom(new byte[] {1, 2, 3});
    static final Namespace NAMESPACE =
            Namespace.newBuilder().setModel("m").setFingerprint("f").build();

    private final FakeEngine engine = new FakeEngine();
    private final FakePeer peer = new FakePeer();
    private final FakeMaster master = new FakeMaster();
    private final Loopback server;
    private final ManagedChannel raw;

    RawCalls() throws IOException {
        server = Loopback.serving(new Services(engine, peer, master, master, master));
        raw = NettyChannelBuilder.forAddress("127.0.0.1", server.server.port())
                .usePlaintext()
                .build();
        engine.renew.answers(LeaseOutcome.UNKNOWN);
    }

    @AfterEach
    void close() throws InterruptedException {
        raw.shutdownNow();
        raw.awaitTermination(5, TimeUnit.SECONDS);
        server.close();
        engine.close();
        peer.close();
        master.close();
    }

    private enum Bytes implements MethodDescriptor.Marshaller<byte[]> {
        MARSHALLER;

        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            try {
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    final void call(MethodDescriptor<?, ?> method, byte[] request) {
        MethodDescriptor<byte[], byte[]> bytes =
                method.toBuilder(Bytes.MARSHALLER, Bytes.MARSHALLER).build();
        CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(30, TimeUnit.SECONDS);
        ClientCalls.blockingServerStreamingCall(raw, bytes, options, request).forEachRemaining(_ -> {});
    }

    final void refused(String description, MethodDescriptor<?, ?> method, byte[] request) {
        StatusRuntimeException error =
                assertThrows(StatusRuntimeException.class, () -> call(method, request), description);
        String found = String.valueOf(error.getStatus().getDescription());
        assertEquals(Status.Code.INVALID_ARGUMENT, error.getStatus().getCode(), found);
        assertTrue(found.startsWith(description), found);
    }

    final void refused(String description, MethodDescriptor<?, ?> method, MessageLite request) {
        refused(description, method, request.toByteArray());
    }

    final void nothingReachedAnybodyAndTheServerLives() {
        assertEquals(List.of(), List.copyOf(engine.log));
        Stream.of(
                        engine.reserve.asked,
                        engine.seal.asked,
                        engine.abort.asked,
                        engine.query.asked,
                        engine.release.asked,
                        engine.awaitHandoff.asked,
                        peer.hello.asked,
                        peer.queryBlocks.asked,
                        peer.releaseLock.asked,
                        master.openSession.asked,
                        master.closeSession.asked,
                        master.heartbeat.asked,
                        master.ledger.asked,
                        master.queryPrefix.asked,
                        master.reportStale.asked,
                        master.pullPromotions.asked,
                        master.reportPromotions.asked,
                        master.prefetch.asked,
                        master.cancelPrefetch.asked,
                        master.lookup.asked)
                .forEach(asked -> assertTrue(asked.isEmpty(), asked::toString));
        call(
                EngineServiceGrpc.getRenewMethod(),
                EngineProto.RenewRequest.newBuilder()
                        .setInstanceId("e")
                        .setLeaseId(ByteString.copyFrom(new byte[16]))
                        .build()
                        .toByteArray());
    }
}
