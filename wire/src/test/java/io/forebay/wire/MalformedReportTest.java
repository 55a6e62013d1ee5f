package io.forebay.wire;

import com.google.protobuf.ByteString;
import io.forebay.wire.proto.CommonProto.KeyGroup;
import io.forebay.wire.proto.MasterProto;
import io.forebay.wire.proto.MasterServiceGrpc;
import io.grpc.MethodDescriptor;
import java.io.IOException;
import java.util.Collections;
import org.junit.jupiter.api.Test;

/// As [MalformedRequestTest], of what nodes and readers tell the master.
final class MalformedReportTest extends RawCalls {
    MalformedReportTest() throws IOException {}

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
}
