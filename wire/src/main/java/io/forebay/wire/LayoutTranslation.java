package io.forebay.wire;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.layout.Layout;
import io.forebay.core.layout.Opaque;
import io.forebay.wire.proto.EngineProto;
import java.util.List;

/// The translation of layouts. Pure.
final class LayoutTranslation {
    private LayoutTranslation() {}

    static EngineProto.Layout toWire(Layout layout) {
        return switch (layout) {
            case KvLayout kv ->
                EngineProto.Layout.newBuilder().setKv(toWire(kv)).build();
            case Opaque opaque -> throw new InvalidInput("layout", "is opaque: such blocks are never told of");
        };
    }

    private static EngineProto.KvLayout toWire(KvLayout kv) {
        EngineProto.KvLayout.Builder message = EngineProto.KvLayout.newBuilder()
                .setLayers(kv.layers())
                .setTensorParallel(kv.tensorParallel())
                .setAlignment(kv.alignment())
                .setGroup(kv.group())
                .setJoint(kv.parts() == 1)
                .setOrder(
                        switch (kv.order()) {
                            case LAYER_FIRST -> EngineProto.KvOrder.LAYER_FIRST;
                            case PAGE_FIRST -> EngineProto.KvOrder.PAGE_FIRST;
                        });
        return (kv.isUniform()
                        ? message.setSegmentBytes(kv.layerBytes().getFirst())
                        : message.addAllLayerBytes(kv.layerBytes()))
                .build();
    }

    /// @param present whether the enclosing message has a layout at all
    static Layout fromWire(boolean present, EngineProto.Layout message) {
        KeyTranslation.required(present, "layout");
        return switch (message.getKindCase()) {
            case KV -> fromWire(message.getKv());
            case KIND_NOT_SET -> throw new InvalidInput("layout", "has no kind, or one that is not known here: kv");
        };
    }

    private static KvLayout fromWire(EngineProto.KvLayout kv) {
        List<Long> sizes = kv.getLayerBytesList();
        InvalidInput.unless(
                sizes.isEmpty() || sizes.size() == kv.getLayers(),
                "layout.layer_bytes",
                "has " + sizes.size() + " sizes for " + kv.getLayers() + " layers");
        return new KvLayout(
                order(kv.getOrder()),
                kv.getGroup(),
                kv.getTensorParallel(),
                kv.getJoint() ? 1 : 2,
                sizes.isEmpty() ? KvLayout.copies(kv.getLayers(), kv.getSegmentBytes()) : sizes,
                kv.getAlignment());
    }

    private static KvLayout.Order order(EngineProto.KvOrder order) {
        return switch (order) {
            case LAYER_FIRST -> KvLayout.Order.LAYER_FIRST;
            case PAGE_FIRST -> KvLayout.Order.PAGE_FIRST;
            case UNRECOGNIZED ->
                throw new InvalidInput("layout.order", "is not known here; known are LAYER_FIRST and PAGE_FIRST");
        };
    }
}
