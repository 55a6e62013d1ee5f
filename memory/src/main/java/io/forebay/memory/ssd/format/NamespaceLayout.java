package io.forebay.memory.ssd.format;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.Namespace;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.layout.Layout;
import io.forebay.core.layout.Opaque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// A namespace and the layout that its fingerprint stands for: what makes a record readable before any engine
/// has come.
public record NamespaceLayout(Namespace namespace, Layout layout) {
    private static final int KV_LAYER_FIRST = 1;
    private static final int KV_PAGE_FIRST = 2;
    private static final int OPAQUE = 3;
    private static final int SIZE_BYTES = Long.BYTES;

    /// Of layouts that were seen lately: to take one costs more than to write a head.
    private static final Map<Layout, String> FINGERPRINTS = new ConcurrentHashMap<>();

    private static final int MAX_FINGERPRINTS = 256;

    public NamespaceLayout {
        String fingerprint = fingerprint(layout);
        if (!namespace.fingerprint().equals(fingerprint)) {
            throw new InvalidInput(
                    "namespace.fingerprint", "is " + namespace.fingerprint() + "; the layout has " + fingerprint);
        }
    }

    private static String fingerprint(Layout layout) {
        if (FINGERPRINTS.size() > MAX_FINGERPRINTS) {
            FINGERPRINTS.clear();
        }
        return FINGERPRINTS.computeIfAbsent(layout, Layout::fingerprint);
    }

    /// Bytes that this takes in a footer.
    public long encodedBytes() {
        FieldWriter fields = new FieldWriter();
        write(fields);
        return fields.toBytes().length;
    }

    void write(FieldWriter fields) {
        writeNamespace(fields, namespace);
        switch (layout) {
            case KvLayout kv -> writeKv(fields, kv);
            case Opaque opaque -> fields.u8(OPAQUE).u64(opaque.maxBytes());
        }
    }

    /// Sizes: one for all layers, or one for each.
    private static void writeKv(FieldWriter fields, KvLayout kv) {
        List<Long> sizes = kv.isUniform() ? kv.layerBytes().subList(0, 1) : kv.layerBytes();
        fields.u8(
                        switch (kv.order()) {
                            case LAYER_FIRST -> KV_LAYER_FIRST;
                            case PAGE_FIRST -> KV_PAGE_FIRST;
                        })
                .u16(kv.group())
                .u16(kv.tensorParallel())
                .u8(kv.parts())
                .u32(kv.alignment())
                .u16(kv.layers())
                .u32(sizes.size());
        sizes.forEach(fields::u64);
    }

    /// Refuses, with an [InvalidInput], a layout that this build doesn't know or whose fingerprint is another.
    static NamespaceLayout read(FieldReader fields) {
        Namespace namespace = readNamespace(fields);
        int kind = fields.u8();
        Layout layout = kind == OPAQUE ? new Opaque(fields.u64()) : readKv(kind, fields);
        return new NamespaceLayout(namespace, layout);
    }

    private static KvLayout readKv(int kind, FieldReader fields) {
        KvLayout.Order order = switch (kind) {
            case KV_LAYER_FIRST -> KvLayout.Order.LAYER_FIRST;
            case KV_PAGE_FIRST -> KvLayout.Order.PAGE_FIRST;
            default -> throw new InvalidInput("layout.kind", "is " + kind + ", which this build does not know");
        };
        int group = fields.u16();
        int tensorParallel = fields.u16();
        int parts = fields.u8();
        int alignment = Math.toIntExact(fields.u32());
        int layers = fields.u16();
        int count = fields.count(SIZE_BYTES);
        InvalidInput.unless(
                count == 1 || count == layers,
                "layout.layer_bytes",
                "has " + count + " sizes for " + layers + " layers");
        List<Long> sizes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            sizes.add(fields.u64());
        }
        return new KvLayout(
                order,
                group,
                tensorParallel,
                parts,
                count == 1 ? KvLayout.copies(layers, sizes.getFirst()) : sizes,
                alignment);
    }

    static void writeNamespace(FieldWriter fields, Namespace namespace) {
        fields.text(namespace.model()).text(namespace.tenant()).text(namespace.fingerprint());
    }

    static Namespace readNamespace(FieldReader fields) {
        return new Namespace(fields.text(), fields.text(), fields.text());
    }
}
