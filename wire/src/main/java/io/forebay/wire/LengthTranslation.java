package io.forebay.wire;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.engine.PrefixLength;
import io.forebay.core.engine.PrefixLengths;
import io.forebay.core.instance.InstanceId;
import io.forebay.wire.proto.EngineProto;

/// The translation of the question how much of a chain could be had. Pure. Decoders throw [InvalidInput].
final class LengthTranslation {
    private LengthTranslation() {}

    static EngineProto.PrefixLengthRequest toWire(PrefixLength request) {
        return EngineProto.PrefixLengthRequest.newBuilder()
                .setInstanceId(request.instance().name())
                .addAllHashes(KeyTranslation.toWire(request.hashes()))
                .setDeadlineNanos(request.deadlineNanos())
                .build();
    }

    static PrefixLength fromWire(EngineProto.PrefixLengthRequest message) {
        return new PrefixLength(
                new InstanceId(message.getInstanceId()),
                KeyTranslation.fromWire(message.getHashesList()),
                message.getDeadlineNanos());
    }

    static EngineProto.PrefixLengthResponse toWire(PrefixLengths reply) {
        return EngineProto.PrefixLengthResponse.newBuilder()
                .setLocal(reply.local())
                .setReachable(reply.reachable())
                .setComplete(reply.complete())
                .build();
    }

    /// @param asked how many hashes the request had
    static PrefixLengths lengths(EngineProto.PrefixLengthResponse message, int asked) {
        InvalidInput.unless(
                message.getReachable() <= asked,
                "reachable",
                "is " + Integer.toUnsignedString(message.getReachable()) + " of " + asked + " hashes");
        return new PrefixLengths(message.getLocal(), message.getReachable(), message.getComplete());
    }
}
