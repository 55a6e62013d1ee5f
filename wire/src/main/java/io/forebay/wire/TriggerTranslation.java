package io.forebay.wire;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.catalogue.Prefetch;
import io.forebay.core.catalogue.PrefetchReply;
import io.forebay.core.engine.EnginePrefetch;
import io.forebay.core.instance.InstanceId;
import io.forebay.wire.proto.EngineProto.PrefetchRequest;
import io.forebay.wire.proto.EngineProto.PrefetchResponse;

/// The translation of engines' own triggers; the master's word on them is that to routers. Pure.
/// Decoders throw [InvalidInput].
final class TriggerTranslation {
    private TriggerTranslation() {}

    static PrefetchRequest toWire(EnginePrefetch request) {
        return PrefetchRequest.newBuilder()
                .setInstanceId(request.instance().name())
                .addAllHashes(KeyTranslation.toWire(request.hashes()))
                .setRequestId(request.requestId())
                .setNeedInNanos(request.needInNanos())
                .build();
    }

    static EnginePrefetch fromWire(PrefetchRequest message) {
        int count = message.getHashesCount();
        InvalidInput.unless(
                count <= Prefetch.MAX_HASHES,
                "hashes",
                "has " + count + " entries; the limit is " + Prefetch.MAX_HASHES);
        return new EnginePrefetch(
                new InstanceId(message.getInstanceId()),
                message.getHashesList().stream().map(KeyTranslation::hash).toList(),
                message.getRequestId(),
                message.hasNeedInNanos() ? message.getNeedInNanos() : Prefetch.DEFAULT_NEED_IN_NANOS);
    }

    static PrefetchResponse toWire(PrefetchReply reply) {
        return PrefetchResponse.newBuilder()
                .setOutcome(RouterTranslation.toWire(reply))
                .build();
    }

    /// @param asked how many hashes the request had
    static PrefetchReply fromWire(PrefetchResponse message, int asked) {
        KeyTranslation.required(message.hasOutcome(), "outcome");
        return RouterTranslation.prefetchReply(message.getOutcome(), asked);
    }
}
