package io.forebay.wire;

import com.google.protobuf.ByteString;
import io.forebay.wire.proto.CommonProto.KeyGroup;
import io.forebay.wire.proto.MasterProto;
import io.forebay.wire.proto.MasterProto.TaskAttempt;
import io.forebay.wire.proto.MasterServiceGrpc;
import io.forebay.wire.proto.RouterProto;
import io.forebay.wire.proto.RouterServiceGrpc;
import io.grpc.MethodDescriptor;
import java.io.IOException;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/// As [MalformedRequestTest], of promotions and of what routers ask.
final class MalformedPromotionTest extends RawCalls {
    private static final TaskAttempt ATTEMPT =
            TaskAttempt.newBuilder().setTask(1).setAttempt(1).build();

    MalformedPromotionTest() throws IOException {}

    @Test
    void badPullsAreRefused() {
        MethodDescriptor<?, ?> method = MasterServiceGrpc.getPullPromotionsMethod();
        MasterProto.PullPromotionsRequest pull = MasterProto.PullPromotionsRequest.newBuilder()
                .setNodeId("n")
                .setNumber(1)
                .setCredit(1)
                .build();
        refused("node_id: is empty", method, pull.toBuilder().clearNodeId().build());
        refused("number: is 0", method, pull.toBuilder().clearNumber().build());
        refused("credit: is 65537", method, pull.toBuilder().setCredit(65_537).build());
        refused("credit: is -1", method, pull.toBuilder().setCredit(-1).build());
        refused("wait: is -1 ns", method, pull.toBuilder().setWaitNanos(-1).build());
        refused(
                "wait: is 60000000001 ns; it must be from 0 to 60 s",
                method,
                pull.toBuilder().setWaitNanos(60_000_000_001L).build());
        refused(
                "attempt: is 0; attempts are numbered from 1",
                method,
                pull.toBuilder().addHeld(TaskAttempt.getDefaultInstance()).build());
        refused(
                "held: has 65537 entries; the limit is 65536",
                method,
                pull.toBuilder()
                        .addAllHeld(Collections.nCopies(65_537, ATTEMPT))
                        .build());
        nothingReachedAnybodyAndTheServerLives();
    }

    @Test
    void badReportsOfPromotionsAreRefused() {
        MethodDescriptor<?, ?> method = MasterServiceGrpc.getReportPromotionsMethod();
        MasterProto.FailedPromotion failed = MasterProto.FailedPromotion.newBuilder()
                .setAttempt(ATTEMPT)
                .setCause(MasterProto.PromotionFailure.PROMOTION_FAILURE_DEVICE)
                .build();
        MasterProto.ReportPromotionsRequest report =
                MasterProto.ReportPromotionsRequest.newBuilder().setNodeId("n").build();
        refused("node_id: is empty", method, report.toBuilder().clearNodeId().build());
        refused(
                "attempt: is -1",
                method,
                report.toBuilder()
                        .addStarted(ATTEMPT.toBuilder().setAttempt(-1))
                        .build());
        refused(
                "attempt: is missing",
                method,
                report.toBuilder().addFailed(failed.toBuilder().clearAttempt()).build());
        refused(
                "cause: is unspecified",
                method,
                report.toBuilder().addFailed(failed.toBuilder().clearCause()).build());
        refused(
                "met: has 4097 entries; the limit is 4096",
                method,
                report.toBuilder()
                        .addMet(KeyGroup.newBuilder()
                                .addAllHashes(Collections.nCopies(4_097, ByteString.copyFrom(new byte[1]))))
                        .build());
        refused(
                "promotions: has 65537 entries; the limit is 65536",
                method,
                report.toBuilder()
                        .addAllStarted(Collections.nCopies(65_536, ATTEMPT))
                        .addFailed(failed)
                        .build());
        nothingReachedAnybodyAndTheServerLives();
    }

    @Test
    void badReadingsAreRefused() {
        MethodDescriptor<?, ?> method = MasterServiceGrpc.getHeartbeatMethod();
        MasterProto.BlockSize size = MasterProto.BlockSize.newBuilder()
                .setNamespace(NAMESPACE)
                .setBytes(1)
                .build();
        refused(
                "main_used_bytes: is 2",
                method,
                readings(r -> r.setMainUsedBytes(2).setMainBytes(1)));
        refused("main_used_bytes: is -1", method, readings(r -> r.setMainUsedBytes(-1)));
        refused("buffer_used_bytes: is 0", method, readings(r -> r.setBufferBytes(-1)));
        refused(
                "buffer_held_bytes: is 2; it must be from 0 to buffer_used_bytes, 1",
                method,
                readings(r -> r.setBufferHeldBytes(2).setBufferUsedBytes(1).setBufferBytes(3)));
        refused("buffer_held_bytes: is -1", method, readings(r -> r.setBufferHeldBytes(-1)));
        refused(
                "block_bytes: is 0; it must be at least 1",
                method,
                readings(r -> r.addBlockBytes(size.toBuilder().clearBytes())));
        refused(
                "namespace: is missing",
                method,
                readings(r -> r.addBlockBytes(size.toBuilder().clearNamespace())));
        refused(
                "block_bytes: has two entries for one namespace",
                method,
                readings(r -> r.addBlockBytes(size).addBlockBytes(size)));
        refused(
                "block_bytes: has 257 entries; the limit is 256",
                method,
                readings(r -> r.addAllBlockBytes(Collections.nCopies(257, size))));
        nothingReachedAnybodyAndTheServerLives();
    }

    private static MasterProto.HeartbeatRequest readings(
            java.util.function.Consumer<MasterProto.Readings.Builder> change) {
        MasterProto.HeartbeatRequest.Builder heartbeat =
                MasterProto.HeartbeatRequest.newBuilder().setNodeId("n");
        change.accept(heartbeat.getReadingsBuilder());
        return heartbeat.build();
    }

    @Test
    void badPromotedBlocksAreRefused() {
        MethodDescriptor<?, ?> method = MasterServiceGrpc.getLedgerMethod();
        MasterProto.PromotedBlock block = MasterProto.PromotedBlock.newBuilder()
                .setAttempt(ATTEMPT)
                .setHash(HASH)
                .build();
        MasterProto.PromotedBlocks group = MasterProto.PromotedBlocks.newBuilder()
                .setNamespace(NAMESPACE)
                .addBlocks(block)
                .build();
        refused("namespace: is missing", method, promoted(group.toBuilder().clearNamespace()));
        refused("promoted: is empty", method, promoted(group.toBuilder().clearBlocks()));
        refused(
                "attempt: is missing",
                method,
                promoted(group.toBuilder().setBlocks(0, block.toBuilder().clearAttempt())));
        refused(
                "hash: is empty",
                method,
                promoted(group.toBuilder().setBlocks(0, block.toBuilder().clearHash())));
        refused(
                "promoted: has 16385 entries; the limit is 16384",
                method,
                promoted(group.toBuilder().addAllBlocks(Collections.nCopies(16_384, block))));
        refused(
                "consumed: has 16385 entries; the limit is 16384",
                method,
                MasterProto.LedgerRequest.newBuilder()
                        .setNodeId("n")
                        .setNumber(1)
                        .addConsumed(KeyGroup.newBuilder()
                                .setNamespace(NAMESPACE)
                                .addAllHashes(Collections.nCopies(16_385, HASH)))
                        .build());
        nothingReachedAnybodyAndTheServerLives();
    }

    private static MasterProto.LedgerRequest promoted(MasterProto.PromotedBlocks.Builder group) {
        return MasterProto.LedgerRequest.newBuilder()
                .setNodeId("n")
                .setNumber(1)
                .addPromoted(group)
                .build();
    }

    @Test
    void badTriggersAreRefused() {
        MethodDescriptor<?, ?> method = RouterServiceGrpc.getBatchPrefetchToMemoryMethod();
        RouterProto.BatchPrefetchToMemoryRequest trigger = RouterProto.BatchPrefetchToMemoryRequest.newBuilder()
                .setNamespace(NAMESPACE)
                .addHashes(HASH)
                .build();
        refused(
                "namespace: is missing",
                method,
                trigger.toBuilder().clearNamespace().build());
        refused(
                "hash: is empty",
                method,
                trigger.toBuilder().addHashes(ByteString.EMPTY).build());
        refused(
                "hashes: has 4097 entries; the limit is 4096",
                method,
                trigger.toBuilder()
                        .addAllHashes(Collections.nCopies(4_096, HASH))
                        .build());
        refused(
                "request_id: has 257 characters; the limit is 256",
                method,
                trigger.toBuilder().setRequestId("x".repeat(257)).build());
        refused(
                "need_in: is -1 ns",
                method,
                trigger.toBuilder().setNeedInNanos(-1).build());
        refused(
                "need_in: is 600000000001 ns; it must be from 0 to 10 min",
                method,
                trigger.toBuilder().setNeedInNanos(600_000_000_001L).build());
        nothingReachedAnybodyAndTheServerLives();
    }

    @Test
    void badCancellationsAndLookupsAreRefused() {
        MethodDescriptor<?, ?> cancel = RouterServiceGrpc.getCancelPrefetchMethod();
        refused("request_id: is empty", cancel, RouterProto.CancelPrefetchRequest.getDefaultInstance());
        refused(
                "request_id: has 257 characters",
                cancel,
                RouterProto.CancelPrefetchRequest.newBuilder()
                        .setRequestId("x".repeat(257))
                        .build());
        MethodDescriptor<?, ?> lookup = RouterServiceGrpc.getLookupMethod();
        RouterProto.LookupRequest one = RouterProto.LookupRequest.newBuilder()
                .setNamespace(NAMESPACE)
                .addHashes(HASH)
                .build();
        refused(
                "namespace: is missing",
                lookup,
                one.toBuilder().clearNamespace().build());
        refused("hashes: is empty", lookup, one.toBuilder().clearHashes().build());
        refused(
                "hashes: has 65537 entries; the limit is 65536",
                lookup,
                one.toBuilder().addAllHashes(Collections.nCopies(65_536, HASH)).build());
        nothingReachedAnybodyAndTheServerLives();
    }
}
