package io.forebay.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.lease.LeaseOutcome;
import io.forebay.wire.proto.CommonProto.KeyGroup;
import io.forebay.wire.proto.CommonProto.Namespace;
import io.forebay.wire.proto.EngineProto;
import io.forebay.wire.proto.EngineServiceGrpc;
import io.forebay.wire.proto.MasterProto;
import io.forebay.wire.proto.MasterServiceGrpc;
import io.forebay.wire.proto.PeerProto;
import io.forebay.wire.proto.PeerServiceGrpc;
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
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Bad input ends its own call with `INVALID_ARGUMENT` that names field and limit, reaches nobody, and leaves the
/// server alive.
class MalformedRequestTest {
    private static final ByteString HASH = ByteString.copyFrom(new byte[] {1, 2, 3});
    private static final Namespace NAMESPACE =
            Namespace.newBuilder().setModel("m").setFingerprint("f").build();

    private final FakeEngine engine = new FakeEngine();
    private final FakePeer peer = new FakePeer();
    private final FakeMaster master = new FakeMaster();
    private final Loopback server;
    private final ManagedChannel raw;

    MalformedRequestTest() throws IOException {
        server = Loopback.serving(new Services(engine, peer, master));
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

    private void call(MethodDescriptor<?, ?> method, byte[] request) {
        MethodDescriptor<byte[], byte[]> bytes =
                method.toBuilder(Bytes.MARSHALLER, Bytes.MARSHALLER).build();
        CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(30, TimeUnit.SECONDS);
        ClientCalls.blockingServerStreamingCall(raw, bytes, options, request).forEachRemaining(_ -> {});
    }

    private void refused(String description, MethodDescriptor<?, ?> method, byte[] request) {
        StatusRuntimeException error =
                assertThrows(StatusRuntimeException.class, () -> call(method, request), description);
        String found = String.valueOf(error.getStatus().getDescription());
        assertEquals(Status.Code.INVALID_ARGUMENT, error.getStatus().getCode(), found);
        assertTrue(found.startsWith(description), found);
    }

    private void refused(String description, MethodDescriptor<?, ?> method, MessageLite request) {
        refused(description, method, request.toByteArray());
    }

    private void nothingReachedAnybodyAndTheServerLives() {
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
                        master.reportStale.asked)
                .forEach(asked -> assertTrue(asked.isEmpty(), asked::toString));
        call(
                EngineServiceGrpc.getRenewMethod(),
                EngineProto.RenewRequest.newBuilder()
                        .setInstanceId("e")
                        .setLeaseId(ByteString.copyFrom(new byte[16]))
                        .build()
                        .toByteArray());
    }

    @Test
    void truncatedMessagesAreRefused() {
        Map<String, MessageLite> golden = Golden.messages();
        for (var service : List.of(
                EngineServiceGrpc.getServiceDescriptor(),
                PeerServiceGrpc.getServiceDescriptor(),
                MasterServiceGrpc.getServiceDescriptor())) {
            for (MethodDescriptor<?, ?> method : service.getMethods()) {
                MessageLite whole = golden.get(method.getBareMethodName() + "Request");
                assertNotNull(whole);
                byte[] bytes = whole.toByteArray();
                refused("message: ", method, java.util.Arrays.copyOf(bytes, bytes.length - 1));
                refused("message: ", method, new byte[] {(byte) 0xff, (byte) 0xff});
            }
        }
        nothingReachedAnybodyAndTheServerLives();
    }

    @Test
    void badHashesAreRefused() {
        EngineProto.ReserveRequest none = EngineProto.ReserveRequest.newBuilder()
                .setInstanceId("e")
                .setRequestId("r")
                .build();
        MethodDescriptor<?, ?> reserve = EngineServiceGrpc.getReserveMethod();
        refused("hashes: is empty; at least 1", reserve, none);
        refused(
                "hash: is empty; 1 to 64 bytes",
                reserve,
                none.toBuilder().addHashes(ByteString.EMPTY).build());
        refused(
                "hash: has 65 bytes; the limit is 64",
                reserve,
                none.toBuilder()
                        .addHashes(HASH)
                        .addHashes(ByteString.copyFrom(new byte[65]))
                        .build());
        nothingReachedAnybodyAndTheServerLives();
    }

    @Test
    void moreKeysThanTheLimitAreRefusedEverywhere() {
        List<ByteString> many = Collections.nCopies(65_537, HASH);
        String message = "hashes: has 65537 entries; the limit is 65536";
        refused(
                message,
                EngineServiceGrpc.getReserveMethod(),
                EngineProto.ReserveRequest.newBuilder()
                        .setInstanceId("e")
                        .setRequestId("r")
                        .addAllHashes(many)
                        .build());
        refused(
                message,
                EngineServiceGrpc.getQueryMethod(),
                EngineProto.QueryRequest.newBuilder()
                        .setInstanceId("e")
                        .setRequestId("r")
                        .addAllHashes(many)
                        .build());
        refused(
                message,
                PeerServiceGrpc.getQueryBlocksMethod(),
                PeerProto.QueryBlocksRequest.newBuilder()
                        .setNodeId("n")
                        .setNamespace(NAMESPACE)
                        .addAllHashes(many)
                        .build());
        refused(
                message,
                MasterServiceGrpc.getQueryPrefixMethod(),
                MasterProto.QueryPrefixRequest.newBuilder()
                        .setNamespace(NAMESPACE)
                        .addAllHashes(many)
                        .build());
        nothingReachedAnybodyAndTheServerLives();
    }

    @Test
    void moreReservationsThanTheLimitAreRefusedEverywhere() {
        List<EngineProto.ReservedBlock> manyReserved = Collections.nCopies(
                65_537, EngineProto.ReservedBlock.newBuilder().setHash(HASH).build());
        String reservedMessage = "blocks: has 65537 entries; the limit is 65536";
        refused(
                reservedMessage,
                EngineServiceGrpc.getSealMethod(),
                EngineProto.SealRequest.newBuilder()
                        .setInstanceId("e")
                        .addAllBlocks(manyReserved)
                        .build());
        refused(
                reservedMessage,
                EngineServiceGrpc.getAbortMethod(),
                EngineProto.AbortRequest.newBuilder()
                        .setInstanceId("e")
                        .addAllBlocks(manyReserved)
                        .build());
        nothingReachedAnybodyAndTheServerLives();
    }

    @Test
    void badLedgerBatchesAreRefused() {
        MethodDescriptor<?, ?> ledger = MasterServiceGrpc.getLedgerMethod();
        MasterProto.LedgerRequest batch = MasterProto.LedgerRequest.newBuilder()
                .setNodeId("n")
                .setNumber(1)
                .build();
        KeyGroup group = KeyGroup.newBuilder()
                .setNamespace(NAMESPACE)
                .addAllHashes(Collections.nCopies(8_193, HASH))
                .build();
        refused(
                "keys: has 16386 entries; the limit is 16384",
                ledger,
                batch.toBuilder().addRetire(group).addRegister(group).build());
        refused(
                "namespace: is missing",
                ledger,
                batch.toBuilder()
                        .addRegister(group.toBuilder().clearNamespace())
                        .build());
        refused(
                "hashes: is empty",
                ledger,
                batch.toBuilder().addRegister(group.toBuilder().clearHashes()).build());
        refused("number: is 0", ledger, batch.toBuilder().clearNumber().build());
        nothingReachedAnybodyAndTheServerLives();
    }

    @Test
    void badReportsOfStaleBlocksAreRefused() {
        MethodDescriptor<?, ?> method = MasterServiceGrpc.getReportStaleMethod();
        MasterProto.ReportStaleRequest report = MasterProto.ReportStaleRequest.newBuilder()
                .setOwnerId("n")
                .setSession(1)
                .setNamespace(NAMESPACE)
                .addHashes(HASH)
                .setReason(MasterProto.StaleReason.STALE_REASON_CORRUPT)
                .build();
        refused("node_id: is empty", method, report.toBuilder().clearOwnerId().build());
        refused(
                "namespace: is missing",
                method,
                report.toBuilder().clearNamespace().build());
        refused("hashes: is empty", method, report.toBuilder().clearHashes().build());
        refused(
                "hashes: has 1025 entries; the limit is 1024",
                method,
                report.toBuilder()
                        .addAllHashes(Collections.nCopies(1_024, HASH))
                        .build());
        refused("hash: ", method, report.toBuilder().addHashes(ByteString.EMPTY).build());
        refused(
                "reason: is unspecified",
                method,
                report.toBuilder().clearReason().build());
        nothingReachedAnybodyAndTheServerLives();
    }

    @Test
    void missingSubMessagesOfARegistrationAreRefused() {
        EngineProto.RegisterRequest register = EngineProto.RegisterRequest.newBuilder()
                .setInstanceId("e")
                .setModel("m")
                .setLayout(LayoutTranslation.toWire(new KvLayout(1, 1, 64, 64)))
                .setVersions(ProtocolVersion.offer())
                .build();
        MethodDescriptor<?, ?> method = EngineServiceGrpc.getRegisterMethod();
        refused("layout: is missing", method, register.toBuilder().clearLayout().build());
        refused(
                "layout: has no kind",
                method,
                register.toBuilder()
                        .setLayout(EngineProto.Layout.getDefaultInstance())
                        .build());
        refused(
                "version: is missing",
                method,
                register.toBuilder().clearVersions().build());
        refused(
                "version: range 2..3 does not hold 1",
                method,
                register.toBuilder().setVersions(ProtocolVersion.range(2, 3)).build());
        nothingReachedAnybodyAndTheServerLives();
    }

    @Test
    void missingSubMessagesAreRefusedBetweenNodesToo() {
        refused(
                "version: is missing",
                PeerServiceGrpc.getHelloMethod(),
                PeerProto.HelloRequest.newBuilder().setNodeId("n").build());
        refused(
                "version: is missing",
                MasterServiceGrpc.getOpenSessionMethod(),
                MasterProto.OpenSessionRequest.newBuilder()
                        .setNodeId("n")
                        .setBoot(1)
                        .setAddress("a:1")
                        .build());
        refused(
                "namespace: is missing",
                PeerServiceGrpc.getQueryBlocksMethod(),
                PeerProto.QueryBlocksRequest.newBuilder()
                        .setNodeId("n")
                        .addHashes(HASH)
                        .build());
        refused(
                "namespace: is missing",
                MasterServiceGrpc.getQueryPrefixMethod(),
                MasterProto.QueryPrefixRequest.newBuilder().addHashes(HASH).build());
        nothingReachedAnybodyAndTheServerLives();
    }

    @Test
    void valuesOutOfRangeAreRefused() {
        EngineProto.QueryRequest query = EngineProto.QueryRequest.newBuilder()
                .setInstanceId("e")
                .setRequestId("r")
                .addHashes(HASH)
                .setDeadlineNanos(5_000_000)
                .build();
        MethodDescriptor<?, ?> method = EngineServiceGrpc.getQueryMethod();
        refused("deadline: ", method, query.toBuilder().clearDeadlineNanos().build());
        refused("wait: is negative", method, query.toBuilder().setWaitNanos(-1).build());
        refused(
                "mode: is 9, which is not known here",
                method,
                query.toBuilder().setModeValue(9).build());
        refused(
                "instance_id: is empty",
                method,
                query.toBuilder().clearInstanceId().build());
        refused(
                "request_id: has 257 characters; the limit is 256",
                method,
                query.toBuilder().setRequestId("x".repeat(257)).build());
        refused(
                "lease_id: has 3 bytes; it must have 16",
                EngineServiceGrpc.getReleaseMethod(),
                EngineProto.ReleaseRequest.newBuilder()
                        .setInstanceId("e")
                        .setLeaseId(HASH)
                        .build());
        nothingReachedAnybodyAndTheServerLives();
    }

    @Test
    void barriersThatCannotBeMeantAreRefused() {
        EngineProto.AwaitHandoffRequest barrier = EngineProto.AwaitHandoffRequest.newBuilder()
                .setInstanceId("e")
                .setRequestId("r")
                .setDeadlineNanos(5_000_000)
                .build();
        refused("level: is unspecified", EngineServiceGrpc.getAwaitHandoffMethod(), barrier);
        refused(
                "level: is 99, which is not known here",
                EngineServiceGrpc.getAwaitHandoffMethod(),
                barrier.toBuilder().setLevelValue(99).build());
        refused(
                "scope: is missing, or one that is not known here",
                EngineServiceGrpc.getAwaitHandoffMethod(),
                barrier.toBuilder().clearScope().build());
        refused(
                "hashes: is empty; at least 1 is needed",
                EngineServiceGrpc.getAwaitHandoffMethod(),
                barrier.toBuilder()
                        .setBlocks(EngineProto.Hashes.getDefaultInstance())
                        .build());
        nothingReachedAnybodyAndTheServerLives();
    }
}
