package io.forebay.wire;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.catalogue.Lookup;
import io.forebay.core.catalogue.LookupAndPrefetch;
import io.forebay.core.catalogue.LookupAndPrefetchReply;
import io.forebay.core.catalogue.LookupReply;
import io.forebay.core.catalogue.LookupReply.BlockTiers;
import io.forebay.core.catalogue.ReplicaStatus;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.core.tier.Tier;
import io.forebay.wire.proto.CommonProto;
import io.forebay.wire.proto.RouterProto;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The translation of the question who has which block. A reply names each owner once, since few nodes have
/// most of 65,536 blocks. Pure. Decoders throw [InvalidInput].
final class LookupTranslation {
    private record Owner(NodeId node, SessionId session) {}

    private LookupTranslation() {}

    static RouterProto.LookupRequest toWire(Lookup request) {
        return RouterProto.LookupRequest.newBuilder()
                .setNamespace(KeyTranslation.toWire(request.namespace()))
                .addAllHashes(KeyTranslation.toWire(request.hashes()))
                .build();
    }

    static Lookup fromWire(RouterProto.LookupRequest message) {
        return new Lookup(
                KeyTranslation.fromWire(message.hasNamespace(), message.getNamespace()),
                KeyTranslation.fromWire(message.getHashesList()));
    }

    static RouterProto.LookupResponse toWire(LookupReply reply) {
        RouterProto.LookupResponse.Builder message = RouterProto.LookupResponse.newBuilder()
                .setMasterEpoch(reply.masterEpoch())
                .setWarming(reply.warming());
        Map<Owner, Integer> owners = new LinkedHashMap<>();
        for (BlockTiers block : reply.blocks()) {
            RouterProto.LookupBlock.Builder one =
                    message.addBlocksBuilder().setSizeBytes(block.sizeBytes()).setPromoting(block.promoting());
            for (ReplicaStatus replica : block.replicas()) {
                Owner owner = new Owner(replica.node(), replica.session());
                one.addReplicasBuilder()
                        .setOwner(owners.computeIfAbsent(owner, _ -> owners.size()))
                        .setTier(TierTranslation.toWire(replica.tier()))
                        .setLeaseNanos(replica.leaseNanos());
            }
        }
        owners.keySet()
                .forEach(owner -> message.addOwnersBuilder()
                        .setNodeId(owner.node().name())
                        .setSession(owner.session().number()));
        return message.build();
    }

    /// @param asked how many hashes the request had
    static LookupReply lookupReply(RouterProto.LookupResponse message, int asked) {
        int count = message.getBlocksCount();
        InvalidInput.unless(count == asked, "blocks", "has " + count + " entries for " + asked + " hashes");
        List<Owner> owners = message.getOwnersList().stream()
                .map(owner -> new Owner(new NodeId(owner.getNodeId()), new SessionId(owner.getSession())))
                .toList();
        return new LookupReply(
                message.getMasterEpoch(),
                message.getWarming(),
                message.getBlocksList().stream()
                        .map(block -> new BlockTiers(
                                block.getReplicasList().stream()
                                        .flatMap(replica -> replica(replica, owners).stream())
                                        .toList(),
                                block.getSizeBytes(),
                                block.getPromoting()))
                        .toList());
    }

    static RouterProto.LookupAndPrefetchRequest toWire(LookupAndPrefetch request) {
        return RouterProto.LookupAndPrefetchRequest.newBuilder()
                .setTrigger(RouterTranslation.toWire(request.trigger()))
                .build();
    }

    static LookupAndPrefetch fromWire(RouterProto.LookupAndPrefetchRequest message) {
        KeyTranslation.required(message.hasTrigger(), "trigger");
        return new LookupAndPrefetch(RouterTranslation.fromWire(message.getTrigger()));
    }

    static RouterProto.LookupAndPrefetchResponse toWire(LookupAndPrefetchReply reply) {
        return RouterProto.LookupAndPrefetchResponse.newBuilder()
                .setBefore(toWire(reply.before()))
                .setOutcome(RouterTranslation.toWire(reply.outcome()))
                .build();
    }

    /// @param asked how many hashes the request had
    static LookupAndPrefetchReply bothReply(RouterProto.LookupAndPrefetchResponse message, int asked) {
        KeyTranslation.required(message.hasBefore(), "before");
        KeyTranslation.required(message.hasOutcome(), "outcome");
        return new LookupAndPrefetchReply(
                lookupReply(message.getBefore(), asked), RouterTranslation.prefetchReply(message.getOutcome(), asked));
    }

    /// None for one on a tier of a later version: it must not be taken for one in memory, and the others still
    /// count.
    private static Optional<ReplicaStatus> replica(RouterProto.LookupReplica message, List<Owner> owners) {
        InvalidInput.unless(
                message.getOwner() >= 0 && message.getOwner() < owners.size(),
                "owner",
                "is " + Integer.toUnsignedString(message.getOwner()) + " of " + owners.size());
        if (message.getTier() == CommonProto.Tier.UNRECOGNIZED) {
            return Optional.empty();
        }
        Owner owner = owners.get(message.getOwner());
        Tier tier = TierTranslation.fromWire(message.getTier(), message.getTierValue());
        return Optional.of(new ReplicaStatus(owner.node(), owner.session(), tier, true, message.getLeaseNanos()));
    }
}
