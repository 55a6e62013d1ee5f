package io.forebay.wire;

import com.google.protobuf.InvalidProtocolBufferException;
import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.handoff.KvBlocks;
import io.forebay.core.handoff.KvReady;
import io.forebay.core.session.NodeId;
import io.forebay.wire.proto.EngineProto;
import io.forebay.wire.proto.HandoffProto;

/// The KV-ready signal as bytes, for whatever way there is from a prefill engine to its decode engine: the message
/// `KvReady` of handoff.proto, which programs in other languages read and write as well. Pure.
public final class KvReadyBytes {
    /// What the bytes say of themselves.
    private static final int FORMAT = 1;

    private KvReadyBytes() {}

    /// The signal's bytes: some hundred, and those of the hashes that are listed in it.
    public static byte[] toBytes(KvReady ready) {
        return message(ready).toByteArray();
    }

    static HandoffProto.KvReady message(KvReady ready) {
        HandoffProto.KvReady.Builder message = HandoffProto.KvReady.newBuilder()
                .setFormat(FORMAT)
                .setRequestId(ready.requestId())
                .setNamespace(KeyTranslation.toWire(ready.namespace()))
                .setReport(HandoffTranslation.toWire(ready.report()))
                .setNodeId(ready.node().map(NodeId::name).orElse(""));
        switch (ready.blocks()) {
            case KvBlocks.Listed listed ->
                message.setListed(EngineProto.Hashes.newBuilder().addAllHashes(KeyTranslation.toWire(listed.hashes())));
            case KvBlocks.Ends ends ->
                message.setEnds(HandoffProto.ChainEnds.newBuilder()
                        .setCount(ends.count())
                        .setFirst(KeyTranslation.toWire(ends.first()))
                        .setLast(KeyTranslation.toWire(ends.last())));
        }
        return message.build();
    }

    /// The signal that these bytes are.
    ///
    /// @throws InvalidInput if they are none: the field, and what is wrong with it
    public static KvReady fromBytes(byte[] bytes) {
        InvalidInput.unless(
                bytes.length <= Limits.MAX_MESSAGE_BYTES,
                "message",
                "has " + bytes.length + " bytes; the limit is " + Limits.MAX_MESSAGE_BYTES);
        try {
            return signal(HandoffProto.KvReady.parseFrom(bytes));
        } catch (InvalidProtocolBufferException e) {
            throw new InvalidInput("message", String.valueOf(e.getMessage()));
        }
    }

    private static KvReady signal(HandoffProto.KvReady message) {
        InvalidInput.unless(
                message.getFormat() == FORMAT,
                "format",
                "is " + Integer.toUnsignedString(message.getFormat()) + "; known here is " + FORMAT);
        KeyTranslation.required(message.hasReport(), "report");
        return new KvReady(
                message.getRequestId(),
                KeyTranslation.fromWire(message.hasNamespace(), message.getNamespace()),
                blocks(message),
                HandoffTranslation.fromWire(message.getReport()),
                EngineReplies.node(message.getNodeId()));
    }

    private static KvBlocks blocks(HandoffProto.KvReady message) {
        return switch (message.getBlocksCase()) {
            case LISTED ->
                new KvBlocks.Listed(KeyTranslation.fromWire(message.getListed().getHashesList()));
            case ENDS ->
                new KvBlocks.Ends(
                        message.getEnds().getCount(),
                        KeyTranslation.hash(message.getEnds().getFirst()),
                        KeyTranslation.hash(message.getEnds().getLast()));
            case BLOCKS_NOT_SET -> throw new InvalidInput("blocks", "is missing, or of a kind that is not known here");
        };
    }
}
