package io.forebay.wire;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.layout.Layout;
import io.forebay.wire.proto.EngineProto;

/// The translation of layouts. Pure.
final class LayoutTranslation {
    private LayoutTranslation() {}

    static EngineProto.Layout toWire(Layout layout) {
        return switch (layout) {
            case KvLayout kv ->
                EngineProto.Layout.newBuilder()
                        .setKv(EngineProto.KvLayout.newBuilder()
                                .setLayers(kv.layers())
                                .setTensorParallel(kv.tensorParallel())
                                .setSegmentBytes(kv.segmentBytes())
                                .setAlignment(kv.alignment()))
                        .build();
        };
    }

    /// @param present whether the enclosing message has a layout at all
    static Layout fromWire(boolean present, EngineProto.Layout message) {
        KeyTranslation.required(present, "layout");
        return switch (message.getKindCase()) {
            case KV -> {
                EngineProto.KvLayout kv = message.getKv();
                yield new KvLayout(kv.getLayers(), kv.getTensorParallel(), kv.getSegmentBytes(), kv.getAlignment());
            }
            case KIND_NOT_SET -> throw new InvalidInput("layout", "has no kind, or one that is not known here: kv");
        };
    }
}
