package io.forebay.wire;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.Namespace;
import io.forebay.core.prefetch.Readings;
import io.forebay.wire.proto.MasterProto;
import java.util.HashMap;
import java.util.Map;

/// The translation of what a node says of its room. Pure. The decoder throws [InvalidInput].
final class ReadingsTranslation {
    private ReadingsTranslation() {}

    static MasterProto.Readings toWire(Readings readings) {
        MasterProto.Readings.Builder message = MasterProto.Readings.newBuilder()
                .setMainUsedBytes(readings.mainUsedBytes())
                .setMainBytes(readings.mainBytes())
                .setBufferUsedBytes(readings.bufferUsedBytes())
                .setBufferHeldBytes(readings.bufferHeldBytes())
                .setBufferBytes(readings.bufferBytes())
                .setCanPrefetch(readings.canPrefetch());
        readings.blockBytes()
                .forEach((namespace, bytes) -> message.addBlockBytes(MasterProto.BlockSize.newBuilder()
                        .setNamespace(KeyTranslation.toWire(namespace))
                        .setBytes(bytes)));
        return message.build();
    }

    static Readings fromWire(MasterProto.Readings message) {
        int count = message.getBlockBytesCount();
        InvalidInput.unless(
                count <= Readings.MAX_NAMESPACES,
                "block_bytes",
                "has " + count + " entries; the limit is " + Readings.MAX_NAMESPACES);
        Map<Namespace, Long> blockBytes = new HashMap<>();
        for (MasterProto.BlockSize size : message.getBlockBytesList()) {
            Namespace namespace = KeyTranslation.fromWire(size.hasNamespace(), size.getNamespace());
            InvalidInput.unless(
                    blockBytes.put(namespace, size.getBytes()) == null,
                    "block_bytes",
                    "has two entries for one namespace");
        }
        return new Readings(
                message.getMainUsedBytes(),
                message.getMainBytes(),
                message.getBufferUsedBytes(),
                message.getBufferHeldBytes(),
                message.getBufferBytes(),
                message.getCanPrefetch(),
                blockBytes);
    }
}
