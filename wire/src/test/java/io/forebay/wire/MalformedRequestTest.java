package io.forebay.wire;

import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.google.protobuf.ByteString;
import com.google.protobuf.MessageLite;
import io.forebay.core.layout.KvLayout;
import io.forebay.wire.proto.EngineProto;
import io.forebay.wire.proto.EngineServiceGrpc;
import io.forebay.wire.proto.MasterProto;
import io.forebay.wire.proto.MasterServiceGrpc;
import io.forebay.wire.proto.PeerProto;
import io.forebay.wire.proto.PeerServiceGrpc;
import io.forebay.wire.proto.RouterServiceGrpc;
import io.grpc.MethodDescriptor;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Bad input ends its own call with `INVALID_ARGUMENT` that names field and limit, reaches nobody, and leaves the
/// server alive.
final class MalformedRequestTest extends RawCalls {
    MalformedRequestTest() throws IOException {}

    @Test
    void truncatedMessagesAreRefused() {
        Map<String, MessageLite> golden = Golden.messages();
        for (var service : List.of(
                EngineServiceGrpc.getServiceDescriptor(),
                PeerServiceGrpc.getServiceDescriptor(),
                MasterServiceGrpc.getServiceDescriptor(),
                RouterServiceGrpc.getServiceDescriptor())) {
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
        for (Consumer<EngineProto.KvLayout.Builder> change : List.<Consumer<EngineProto.KvLayout.Builder>>of(
                kv -> kv.setOrderValue(7), kv -> kv.addLayerBytes(64).addLayerBytes(64), kv -> kv.setGroup(-1))) {
            EngineProto.RegisterRequest.Builder changed = register.toBuilder();
            change.accept(changed.getLayoutBuilder().getKvBuilder());
            refused("layout.", method, changed.build());
        }
        refused(
                "version: is missing",
                method,
                register.toBuilder().clearVersions().build());
        refused(
                "version: range 2..3 does not hold 1",
                method,
                register.toBuilder().setVersions(ProtocolVersion.range(2, 3)).build());
        refused(
                "version: range 2..4294967295 does not hold 1",
                method,
                register.toBuilder().setVersions(ProtocolVersion.range(2, -1)).build());
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
                "address: is 'nowhere', not host:port",
                MasterServiceGrpc.getOpenSessionMethod(),
                MasterProto.OpenSessionRequest.newBuilder()
                        .setNodeId("n")
                        .setBoot(1)
                        .setAddress("nowhere")
                        .setVersions(ProtocolVersion.offer())
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
