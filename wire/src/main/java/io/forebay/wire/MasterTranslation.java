package io.forebay.wire;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.catalogue.AliveReply;
import io.forebay.core.catalogue.CloseSession;
import io.forebay.core.catalogue.Heartbeat;
import io.forebay.core.catalogue.ListNamespaces;
import io.forebay.core.catalogue.NamespacesReply;
import io.forebay.core.catalogue.OpenSession;
import io.forebay.core.catalogue.OwnerRun;
import io.forebay.core.catalogue.PrefixQuery;
import io.forebay.core.catalogue.PrefixReply;
import io.forebay.core.catalogue.PrefixWatch;
import io.forebay.core.catalogue.SessionReply;
import io.forebay.core.peer.Hello;
import io.forebay.core.prefetch.Readings;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.wire.proto.MasterProto;
import java.util.Optional;

/// The translation of the conversation between a node and the master, but for the ledger and reports. Pure. Decoders
/// throw [InvalidInput].
final class MasterTranslation {
    private MasterTranslation() {}

    static MasterProto.OpenSessionRequest toWire(OpenSession request) {
        return MasterProto.OpenSessionRequest.newBuilder()
                .setNodeId(request.node().name())
                .setBoot(request.boot())
                .setAddress(request.address())
                .setHttpAddress(request.httpAddress())
                .setLocalDisk(request.localDisk())
                .setVersions(ProtocolVersion.offer())
                .build();
    }

    static OpenSession fromWire(MasterProto.OpenSessionRequest message) {
        ProtocolVersion.agree(message.hasVersions(), message.getVersions());
        Address.parse(message.getAddress());
        return new OpenSession(
                new NodeId(message.getNodeId()),
                message.getBoot(),
                message.getAddress(),
                message.getHttpAddress(),
                message.getLocalDisk());
    }

    static MasterProto.OpenSessionResponse toWire(SessionReply reply) {
        MasterProto.OpenSessionResponse.Builder message =
                MasterProto.OpenSessionResponse.newBuilder().setVersion(Hello.VERSION);
        return switch (reply) {
            case SessionReply.Opened opened ->
                message.setOpened(MasterProto.Opened.newBuilder()
                                .setSession(opened.session().number())
                                .setMasterEpoch(opened.masterEpoch())
                                .setLastBatch(opened.lastBatch()))
                        .build();
            case SessionReply.Superseded superseded ->
                message.setSuperseded(MasterProto.Superseded.newBuilder()
                                .setCurrentBoot(superseded.currentBoot())
                                .setAddress(superseded.address()))
                        .build();
        };
    }

    static SessionReply fromWire(MasterProto.OpenSessionResponse message) {
        ProtocolVersion.requireOffered(message.getVersion());
        return switch (message.getResultCase()) {
            case OPENED ->
                new SessionReply.Opened(
                        new SessionId(message.getOpened().getSession()),
                        message.getOpened().getMasterEpoch(),
                        message.getOpened().getLastBatch());
            case SUPERSEDED ->
                new SessionReply.Superseded(
                        message.getSuperseded().getCurrentBoot(),
                        message.getSuperseded().getAddress());
            case RESULT_NOT_SET -> throw unknownResult();
        };
    }

    static MasterProto.CloseSessionRequest toWire(CloseSession request) {
        return MasterProto.CloseSessionRequest.newBuilder()
                .setNodeId(request.node().name())
                .setSession(request.session().number())
                .build();
    }

    static CloseSession fromWire(MasterProto.CloseSessionRequest message) {
        return new CloseSession(new NodeId(message.getNodeId()), new SessionId(message.getSession()));
    }

    static MasterProto.CloseSessionResponse closedToWire(AliveReply reply) {
        return MasterProto.CloseSessionResponse.newBuilder()
                .setCurrent(reply.current())
                .setMasterEpoch(reply.masterEpoch())
                .build();
    }

    static AliveReply fromWire(MasterProto.CloseSessionResponse message) {
        return new AliveReply(message.getCurrent(), message.getMasterEpoch());
    }

    static MasterProto.HeartbeatRequest toWire(Heartbeat request) {
        MasterProto.HeartbeatRequest.Builder message = MasterProto.HeartbeatRequest.newBuilder()
                .setNodeId(request.node().name())
                .setSession(request.session().number())
                .setDraining(request.draining());
        if (!request.readings().equals(Readings.NONE)) {
            message.setReadings(ReadingsTranslation.toWire(request.readings()));
        }
        return message.build();
    }

    static Heartbeat fromWire(MasterProto.HeartbeatRequest message) {
        return new Heartbeat(
                new NodeId(message.getNodeId()),
                new SessionId(message.getSession()),
                ReadingsTranslation.fromWire(message.getReadings()),
                message.getDraining());
    }

    static MasterProto.HeartbeatResponse aliveToWire(AliveReply reply) {
        return MasterProto.HeartbeatResponse.newBuilder()
                .setCurrent(reply.current())
                .setMasterEpoch(reply.masterEpoch())
                .setHiddenBy(reply.hiddenBy())
                .setSuspected(reply.suspected())
                .setNoPulls(!reply.promotes().tasks())
                .setWantsMet(reply.promotes().met())
                .build();
    }

    static AliveReply fromWire(MasterProto.HeartbeatResponse message) {
        return new AliveReply(
                message.getCurrent(),
                message.getMasterEpoch(),
                message.getHiddenBy(),
                message.getSuspected(),
                new AliveReply.Promotes(!message.getNoPulls(), message.getWantsMet()));
    }

    static MasterProto.QueryPrefixRequest toWire(PrefixQuery query) {
        return MasterProto.QueryPrefixRequest.newBuilder()
                .setNamespace(KeyTranslation.toWire(query.namespace()))
                .addAllHashes(KeyTranslation.toWire(query.hashes()))
                .setWatchNanos(query.watch().map(PrefixWatch::nanos).orElse(0L))
                .setSession(query.watch().map(watch -> watch.session().number()).orElse(0L))
                .build();
    }

    static PrefixQuery fromWire(MasterProto.QueryPrefixRequest message) {
        return new PrefixQuery(
                KeyTranslation.fromWire(message.hasNamespace(), message.getNamespace()),
                KeyTranslation.fromWire(message.getHashesList()),
                message.getWatchNanos() == 0
                        ? Optional.empty()
                        : Optional.of(new PrefixWatch(new SessionId(message.getSession()), message.getWatchNanos())));
    }

    static MasterProto.QueryPrefixResponse toWire(PrefixReply reply) {
        MasterProto.QueryPrefixResponse.Builder message = MasterProto.QueryPrefixResponse.newBuilder()
                .setMasterEpoch(reply.masterEpoch())
                .setWarming(reply.warming())
                .setFull(reply.full());
        for (OwnerRun run : reply.runs()) {
            message.addRuns(MasterProto.OwnerRun.newBuilder()
                    .setNodeId(run.node().name())
                    .setBoot(run.boot())
                    .setSession(run.session().number())
                    .setAddress(run.address())
                    .setFrom(run.from())
                    .setLength(run.length())
                    .setLastBatch(run.lastBatch())
                    .setTier(TierTranslation.toWire(run.tier())));
        }
        return message.build();
    }

    /// @param asked how many hashes the query had; no run reaches beyond them
    static PrefixReply prefixReply(MasterProto.QueryPrefixResponse message, int asked) {
        return new PrefixReply(
                message.getMasterEpoch(),
                message.getWarming(),
                message.getRunsList().stream().map(run -> ownerRun(run, asked)).toList(),
                message.getFull());
    }

    private static OwnerRun ownerRun(MasterProto.OwnerRun run, int asked) {
        long end = Integer.toUnsignedLong(run.getFrom()) + Integer.toUnsignedLong(run.getLength());
        InvalidInput.unless(
                run.getLength() != 0 && end <= asked,
                "runs",
                "has one of " + Integer.toUnsignedString(run.getLength()) + " hashes that ends at " + end + " of "
                        + asked);
        return new OwnerRun(
                new NodeId(run.getNodeId()),
                run.getBoot(),
                new SessionId(run.getSession()),
                run.getAddress(),
                run.getFrom(),
                run.getLength(),
                run.getLastBatch(),
                TierTranslation.fromWire(run.getTier(), run.getTierValue()));
    }

    static MasterProto.ListNamespacesRequest toWire(ListNamespaces query) {
        return MasterProto.ListNamespacesRequest.newBuilder()
                .setModel(query.model())
                .build();
    }

    static ListNamespaces fromWire(MasterProto.ListNamespacesRequest message) {
        return new ListNamespaces(message.getModel());
    }

    static MasterProto.ListNamespacesResponse toWire(NamespacesReply reply) {
        return MasterProto.ListNamespacesResponse.newBuilder()
                .setMasterEpoch(reply.masterEpoch())
                .addAllNamespaces(
                        reply.namespaces().stream().map(KeyTranslation::toWire).toList())
                .build();
    }

    static NamespacesReply fromWire(MasterProto.ListNamespacesResponse message) {
        return new NamespacesReply(
                message.getMasterEpoch(),
                message.getNamespacesList().stream()
                        .map(namespace -> KeyTranslation.fromWire(true, namespace))
                        .toList());
    }

    static InvalidInput unknownResult() {
        return new InvalidInput("result", "is missing, or one that is not known here");
    }
}
