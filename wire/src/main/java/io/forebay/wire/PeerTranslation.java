package io.forebay.wire;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.catalogue.LedgerMark;
import io.forebay.core.extent.StoredBlock;
import io.forebay.core.peer.FabricEndpoint;
import io.forebay.core.peer.Hello;
import io.forebay.core.peer.HelloReply;
import io.forebay.core.peer.LockId;
import io.forebay.core.peer.RegionDescriptor;
import io.forebay.core.peer.TransferGrant;
import io.forebay.core.peer.TransferQuery;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.wire.proto.PeerProto;
import java.util.List;

/// The translation of the conversation between two nodes. Pure. Decoders throw [InvalidInput].
final class PeerTranslation {
    private PeerTranslation() {}

    static PeerProto.HelloRequest toWire(Hello hello) {
        return PeerProto.HelloRequest.newBuilder()
                .setNodeId(hello.node().name())
                .setBoot(hello.boot())
                .setVersions(ProtocolVersion.range(hello.minVersion(), hello.maxVersion()))
                .build();
    }

    /// Refuses a version range that this build is not in.
    static Hello fromWire(PeerProto.HelloRequest message) {
        ProtocolVersion.agree(message.hasVersions(), message.getVersions());
        return new Hello(
                new NodeId(message.getNodeId()),
                message.getBoot(),
                message.getVersions().getMin(),
                message.getVersions().getMax());
    }

    static PeerProto.HelloResponse toWire(HelloReply reply) {
        return PeerProto.HelloResponse.newBuilder()
                .setNodeId(reply.node().name())
                .setBoot(reply.boot())
                .setVersion(reply.version())
                .setHostId(reply.hostId())
                .addAllEndpoints(
                        reply.endpoints().stream().map(PeerTranslation::toWire).toList())
                .build();
    }

    static HelloReply fromWire(PeerProto.HelloResponse message) {
        ProtocolVersion.requireOffered(message.getVersion());
        return new HelloReply(
                new NodeId(message.getNodeId()),
                message.getBoot(),
                message.getVersion(),
                message.getHostId(),
                message.getEndpointsList().stream()
                        .map(PeerTranslation::fromWire)
                        .toList());
    }

    private static PeerProto.FabricEndpoint toWire(FabricEndpoint endpoint) {
        PeerProto.FabricEndpoint.Builder message = PeerProto.FabricEndpoint.newBuilder()
                .setFabric(endpoint.fabric())
                .setAddress(endpoint.address());
        for (RegionDescriptor region : endpoint.regions()) {
            message.addRegions(PeerProto.Region.newBuilder()
                    .setId(region.id())
                    .setLengthBytes(region.lengthBytes())
                    .setKey(region.key()));
        }
        return message.build();
    }

    private static FabricEndpoint fromWire(PeerProto.FabricEndpoint message) {
        List<RegionDescriptor> regions = message.getRegionsList().stream()
                .map(region -> new RegionDescriptor(region.getId(), region.getLengthBytes(), region.getKey()))
                .toList();
        return new FabricEndpoint(message.getFabric(), message.getAddress(), regions);
    }

    static PeerProto.QueryBlocksRequest toWire(TransferQuery query) {
        return PeerProto.QueryBlocksRequest.newBuilder()
                .setNodeId(query.node().name())
                .setNamespace(KeyTranslation.toWire(query.namespace()))
                .addAllHashes(KeyTranslation.toWire(query.hashes()))
                .setTier(TierTranslation.toWire(query.tier()))
                .build();
    }

    static TransferQuery fromWire(PeerProto.QueryBlocksRequest message) {
        return new TransferQuery(
                new NodeId(message.getNodeId()),
                KeyTranslation.fromWire(message.hasNamespace(), message.getNamespace()),
                KeyTranslation.fromWire(message.getHashesList()),
                TierTranslation.fromWire(message.getTier(), message.getTierValue()));
    }

    static PeerProto.QueryBlocksResponse toWire(TransferGrant grant) {
        PeerProto.QueryBlocksResponse.Builder message = PeerProto.QueryBlocksResponse.newBuilder()
                .setLockNanos(grant.lockNanos())
                .setBlocks(SlotRuns.toWire(grant.blocks()));
        if (grant.lock() != null) {
            message.setLockId(grant.lock().number());
        }
        if (grant.absence() != null) {
            message.setAbsence(PeerProto.LedgerMark.newBuilder()
                    .setSession(grant.absence().session().number())
                    .setBatch(grant.absence().batch()));
        }
        return message.build();
    }

    /// @param asked how many hashes the query had
    static TransferGrant grant(PeerProto.QueryBlocksResponse message, int asked) {
        List<StoredBlock> blocks = SlotRunReader.fromWire(message.getBlocks());
        InvalidInput.unless(
                blocks.size() <= asked, "blocks", "has " + blocks.size() + " entries for " + asked + " hashes");
        InvalidInput.unless(
                message.hasLockId() || blocks.isEmpty(), "lock_id", "is missing for " + blocks.size() + " blocks");
        InvalidInput.unless(message.getLockNanos() >= 0, "lock", "is negative: " + message.getLockNanos() + " ns");
        return new TransferGrant(
                message.hasLockId() ? new LockId(message.getLockId()) : null,
                message.getLockNanos(),
                blocks,
                message.hasAbsence() ? fromWire(message.getAbsence()) : null);
    }

    private static LedgerMark fromWire(PeerProto.LedgerMark mark) {
        return new LedgerMark(new SessionId(mark.getSession()), mark.getBatch());
    }
}
