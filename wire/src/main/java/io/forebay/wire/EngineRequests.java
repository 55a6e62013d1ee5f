package io.forebay.wire;

import com.google.protobuf.ByteString;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.engine.Abort;
import io.forebay.core.engine.Query;
import io.forebay.core.engine.Registration;
import io.forebay.core.engine.Reserve;
import io.forebay.core.engine.ReservedBlock;
import io.forebay.core.engine.Seal;
import io.forebay.core.instance.InstanceId;
import io.forebay.core.lease.LeaseId;
import io.forebay.wire.proto.EngineProto;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalInt;

/// The translation of what engines ask. Pure. Decoders throw [InvalidInput] for whatever the records refuse.
final class EngineRequests {
    private static final int LEASE_BYTES = 16;

    private EngineRequests() {}

    static EngineProto.RegisterRequest toWire(Registration request) {
        EngineProto.RegisterRequest.Builder message = EngineProto.RegisterRequest.newBuilder()
                .setInstanceId(request.instance().name())
                .setRank(request.rank())
                .setModel(request.model())
                .setTenant(request.tenant())
                .setLayout(LayoutTranslation.toWire(request.layout()))
                .setVersions(ProtocolVersion.offer());
        request.numaNode().ifPresent(message::setNumaNode);
        return message.build();
    }

    static Registration fromWire(EngineProto.RegisterRequest message) {
        ProtocolVersion.agree(message.hasVersions(), message.getVersions());
        return new Registration(
                new InstanceId(message.getInstanceId()),
                message.getRank(),
                message.getModel(),
                message.getTenant(),
                LayoutTranslation.fromWire(message.hasLayout(), message.getLayout()),
                message.hasNumaNode() ? OptionalInt.of(message.getNumaNode()) : OptionalInt.empty());
    }

    static EngineProto.ReserveRequest toWire(Reserve request) {
        return EngineProto.ReserveRequest.newBuilder()
                .setInstanceId(request.instance().name())
                .setPoolNonce(request.poolNonce())
                .setRequestId(request.requestId())
                .setRank(request.rank())
                .addAllHashes(KeyTranslation.toWire(request.hashes()))
                .build();
    }

    static Reserve fromWire(EngineProto.ReserveRequest message) {
        return new Reserve(
                new InstanceId(message.getInstanceId()),
                message.getPoolNonce(),
                message.getRequestId(),
                message.getRank(),
                KeyTranslation.fromWire(message.getHashesList()));
    }

    static EngineProto.SealRequest toWire(Seal request) {
        return EngineProto.SealRequest.newBuilder()
                .setInstanceId(request.instance().name())
                .setRank(request.rank())
                .addAllBlocks(blocksToWire(request.blocks()))
                .build();
    }

    static Seal fromWire(EngineProto.SealRequest message) {
        return new Seal(
                new InstanceId(message.getInstanceId()), message.getRank(), blocksFromWire(message.getBlocksList()));
    }

    static EngineProto.AbortRequest toWire(Abort request) {
        return EngineProto.AbortRequest.newBuilder()
                .setInstanceId(request.instance().name())
                .setRank(request.rank())
                .addAllBlocks(blocksToWire(request.blocks()))
                .build();
    }

    static Abort fromWire(EngineProto.AbortRequest message) {
        return new Abort(
                new InstanceId(message.getInstanceId()), message.getRank(), blocksFromWire(message.getBlocksList()));
    }

    private static List<EngineProto.ReservedBlock> blocksToWire(List<ReservedBlock> blocks) {
        return blocks.stream()
                .map(block -> EngineProto.ReservedBlock.newBuilder()
                        .setHash(KeyTranslation.toWire(block.hash()))
                        .setReservation(block.reservation())
                        .build())
                .toList();
    }

    /// Refuses too many blocks before it reads the first of them.
    private static List<ReservedBlock> blocksFromWire(List<EngineProto.ReservedBlock> blocks) {
        Limits.keys("blocks", blocks);
        return blocks.stream()
                .map(block -> new ReservedBlock(KeyTranslation.hash(block.getHash()), block.getReservation()))
                .toList();
    }

    static EngineProto.QueryRequest toWire(Query request) {
        return EngineProto.QueryRequest.newBuilder()
                .setInstanceId(request.instance().name())
                .setPoolNonce(request.poolNonce())
                .setRequestId(request.requestId())
                .addAllHashes(KeyTranslation.toWire(request.hashes()))
                .setDeadlineNanos(request.deadlineNanos())
                .setWaitNanos(request.waitNanos())
                .setMode(EngineEnums.toWire(request.mode()))
                .build();
    }

    static Query fromWire(EngineProto.QueryRequest message) {
        return new Query(
                new InstanceId(message.getInstanceId()),
                message.getPoolNonce(),
                message.getRequestId(),
                KeyTranslation.fromWire(message.getHashesList()),
                message.getDeadlineNanos(),
                message.getWaitNanos(),
                EngineEnums.fromWire(message.getMode(), message.getModeValue()));
    }

    static ByteString toWire(LeaseId lease) {
        ByteBuffer bytes = ByteBuffer.allocate(LEASE_BYTES);
        return ByteString.copyFrom(
                bytes.putLong(lease.high()).putLong(lease.low()).flip());
    }

    static LeaseId leaseId(ByteString bytes) {
        InvalidInput.unless(
                bytes.size() == LEASE_BYTES, "lease_id", "has " + bytes.size() + " bytes; it must have " + LEASE_BYTES);
        ByteBuffer buffer = bytes.asReadOnlyByteBuffer();
        return new LeaseId(buffer.getLong(), buffer.getLong());
    }
}
