package io.forebay.wire;

import io.forebay.core.answer.Limits;
import io.forebay.core.catalogue.ReportStale;
import io.forebay.core.catalogue.StaleReason;
import io.forebay.core.catalogue.StaleReply;
import io.forebay.core.session.NodeId;
import io.forebay.core.session.SessionId;
import io.forebay.wire.proto.MasterProto;

/// The translation of a reader's reports about owners. Pure. Decoders throw [InvalidInput].
final class StaleTranslation {
    private StaleTranslation() {}

    static MasterProto.ReportStaleRequest toWire(ReportStale report) {
        return MasterProto.ReportStaleRequest.newBuilder()
                .setOwnerId(report.owner().name())
                .setSession(report.session().number())
                .setNamespace(KeyTranslation.toWire(report.namespace()))
                .addAllHashes(KeyTranslation.toWire(report.hashes()))
                .setReason(toWire(report.reason()))
                .build();
    }

    static ReportStale fromWire(MasterProto.ReportStaleRequest message) {
        Limits.counted("hashes", message.getHashesList(), ReportStale.MAX_HASHES);
        return new ReportStale(
                new NodeId(message.getOwnerId()),
                new SessionId(message.getSession()),
                KeyTranslation.fromWire(message.hasNamespace(), message.getNamespace()),
                KeyTranslation.fromWire(message.getHashesList()),
                reason(message.getReason()));
    }

    private static MasterProto.StaleReason toWire(StaleReason reason) {
        return switch (reason) {
            case ABSENT -> MasterProto.StaleReason.STALE_REASON_ABSENT;
            case CORRUPT -> MasterProto.StaleReason.STALE_REASON_CORRUPT;
        };
    }

    /// A reason of a later version is suspicion enough: whatever it is, the owner looks at the bytes.
    private static StaleReason reason(MasterProto.StaleReason reason) {
        return switch (reason) {
            case STALE_REASON_ABSENT -> StaleReason.ABSENT;
            case STALE_REASON_CORRUPT, UNRECOGNIZED -> StaleReason.CORRUPT;
            case STALE_REASON_UNSPECIFIED -> throw EngineEnums.unspecified("reason");
        };
    }

    static MasterProto.ReportStaleResponse toWire(StaleReply reply) {
        return MasterProto.ReportStaleResponse.newBuilder()
                .setSuspected(reply.suspected())
                .build();
    }

    static StaleReply fromWire(MasterProto.ReportStaleResponse message) {
        return new StaleReply(message.getSuspected());
    }
}
