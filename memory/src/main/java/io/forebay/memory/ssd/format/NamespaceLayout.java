package io.forebay.memory.ssd.format;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.Namespace;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.layout.Layout;

/// A namespace and the layout that its fingerprint stands for: what makes a record readable before any engine
/// has come.
public record NamespaceLayout(Namespace namespace, Layout layout) {
    private static final int KV_LAYER_FIRST = 1;

    public NamespaceLayout {
        InvalidInput.unless(
                namespace.fingerprint().equals(layout.fingerprint()),
                "namespace.fingerprint",
                "is " + namespace.fingerprint() + "; the layout has " + layout.fingerprint());
    }

    void write(FieldWriter fields) {
        writeNamespace(fields, namespace);
        switch (layout) {
            case KvLayout kv ->
                fields.u8(KV_LAYER_FIRST)
                        .u32(kv.layers())
                        .u32(kv.tensorParallel())
                        .u64(kv.segmentBytes())
                        .u32(kv.alignment());
        }
    }

    /// Refuses, with an [InvalidInput], a layout that this build doesn't know or whose fingerprint is another.
    static NamespaceLayout read(FieldReader fields) {
        Namespace namespace = readNamespace(fields);
        int kind = fields.u8();
        InvalidInput.unless(kind == KV_LAYER_FIRST, "layout.kind", "is " + kind + ", which this build does not know");
        Layout layout = new KvLayout(
                Math.toIntExact(fields.u32()),
                Math.toIntExact(fields.u32()),
                fields.u64(),
                Math.toIntExact(fields.u32()));
        return new NamespaceLayout(namespace, layout);
    }

    static void writeNamespace(FieldWriter fields, Namespace namespace) {
        fields.text(namespace.model()).text(namespace.tenant()).text(namespace.fingerprint());
    }

    static Namespace readNamespace(FieldReader fields) {
        return new Namespace(fields.text(), fields.text(), fields.text());
    }
}
