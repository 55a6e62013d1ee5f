package io.forebay.wire;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.catalogue.CancelPrefetch;
import io.forebay.core.catalogue.CancelReply;
import io.forebay.core.catalogue.Prefetch;
import io.forebay.core.catalogue.PrefetchReply;
import io.forebay.core.catalogue.PrefetchReply.PrefetchAnswer;
import io.forebay.core.session.NodeId;
import io.forebay.wire.proto.RouterProto;
import io.forebay.wire.proto.RouterProto.BatchPrefetchToMemoryRequest;
import io.forebay.wire.proto.RouterProto.BatchPrefetchToMemoryResponse;
import java.util.Optional;

/// The translation of triggers and of their taking back. Pure. Decoders throw [InvalidInput].
final class RouterTranslation {
    private RouterTranslation() {}

    static BatchPrefetchToMemoryRequest toWire(Prefetch request) {
        return BatchPrefetchToMemoryRequest.newBuilder()
                .setNamespace(KeyTranslation.toWire(request.namespace()))
                .addAllHashes(KeyTranslation.toWire(request.hashes()))
                .setRequestId(request.requestId())
                .setNeedInNanos(request.needInNanos())
                .build();
    }

    static Prefetch fromWire(BatchPrefetchToMemoryRequest message) {
        int count = message.getHashesCount();
        InvalidInput.unless(
                count <= Prefetch.MAX_HASHES,
                "hashes",
                "has " + count + " entries; the limit is " + Prefetch.MAX_HASHES);
        return new Prefetch(
                KeyTranslation.fromWire(message.hasNamespace(), message.getNamespace()),
                message.getHashesList().stream().map(KeyTranslation::hash).toList(),
                message.getRequestId(),
                message.hasNeedInNanos() ? message.getNeedInNanos() : Prefetch.DEFAULT_NEED_IN_NANOS);
    }

    static BatchPrefetchToMemoryResponse toWire(PrefetchReply reply) {
        BatchPrefetchToMemoryResponse.Builder message = BatchPrefetchToMemoryResponse.newBuilder();
        return switch (reply) {
            case PrefetchReply.Disabled disabled ->
                message.setDisabled(RouterProto.PrefetchDisabled.newBuilder().setMasterEpoch(disabled.masterEpoch()))
                        .build();
            case PrefetchReply.Decided decided ->
                message.setDecided(RouterProto.PrefetchDecided.newBuilder()
                                .setMasterEpoch(decided.masterEpoch())
                                .setWarming(decided.warming())
                                .addAllAnswers(decided.answers().stream()
                                        .map(RouterTranslation::toWire)
                                        .toList()))
                        .build();
        };
    }

    private static RouterProto.PrefetchAnswer toWire(PrefetchAnswer answer) {
        return RouterProto.PrefetchAnswer.newBuilder()
                .setStatus(PromotionEnums.toWire(answer.status()))
                .setOwnerId(answer.owner().map(NodeId::name).orElse(""))
                .setLeased(answer.leased())
                .build();
    }

    /// @param asked how many hashes the request had
    static PrefetchReply prefetchReply(BatchPrefetchToMemoryResponse message, int asked) {
        return switch (message.getResultCase()) {
            case DISABLED -> new PrefetchReply.Disabled(message.getDisabled().getMasterEpoch());
            case DECIDED -> decided(message.getDecided(), asked);
            case RESULT_NOT_SET -> throw MasterTranslation.unknownResult();
        };
    }

    private static PrefetchReply decided(RouterProto.PrefetchDecided message, int asked) {
        int count = message.getAnswersCount();
        InvalidInput.unless(count == asked, "answers", "has " + count + " entries for " + asked + " hashes");
        return new PrefetchReply.Decided(
                message.getMasterEpoch(),
                message.getWarming(),
                message.getAnswersList().stream()
                        .map(answer -> new PrefetchAnswer(
                                PromotionEnums.fromWire(answer.getStatus()),
                                answer.getOwnerId().isEmpty()
                                        ? Optional.empty()
                                        : Optional.of(new NodeId(answer.getOwnerId())),
                                answer.getLeased()))
                        .toList());
    }

    static RouterProto.CancelPrefetchRequest toWire(CancelPrefetch request) {
        return RouterProto.CancelPrefetchRequest.newBuilder()
                .setRequestId(request.requestId())
                .build();
    }

    static CancelPrefetch fromWire(RouterProto.CancelPrefetchRequest message) {
        return new CancelPrefetch(message.getRequestId());
    }

    static RouterProto.CancelPrefetchResponse toWire(CancelReply reply) {
        return RouterProto.CancelPrefetchResponse.newBuilder()
                .setMasterEpoch(reply.masterEpoch())
                .setEnded(reply.ended())
                .setKept(reply.kept())
                .build();
    }

    static CancelReply fromWire(RouterProto.CancelPrefetchResponse message) {
        return new CancelReply(
                message.getMasterEpoch(), blocks("ended", message.getEnded()), blocks("kept", message.getKept()));
    }

    private static int blocks(String field, int count) {
        InvalidInput.unless(count >= 0, field, "is beyond 2147483647");
        return count;
    }
}
