package io.forebay.memory.ssd.format;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A batch of tombstones as an item. Payload: the number of namespaces (4 bytes) and their names; the number of
/// tombstones (4 bytes); for each the index of its namespace (4), its hash (1-byte length, bytes), its sequence
/// (8) and its file's number (8).
public final class Tombstones {
    /// Of one item.
    public static final int MAX_BATCH = 4_096;
    /// A tombstone has no less.
    private static final int LEAST_BYTES = 22;

    private Tombstones() {}

    /// The bytes of an item with at most [#MAX_BATCH] tombstones.
    public static byte[] encode(ItemPlace place, List<Tombstone> tombstones) {
        FieldWriter fields = new FieldWriter();
        write(fields, tombstones);
        return Item.encode(ItemKind.TOMBSTONES, place, 0, 0, fields.toBytes());
    }

    /// Bytes of an item with these, whole pages.
    public static int itemBytes(List<Tombstone> tombstones) {
        FieldWriter fields = new FieldWriter();
        write(fields, tombstones);
        return Item.headBytes(fields.toBytes().length);
    }

    /// Empty if the item is something else.
    public static Optional<List<Tombstone>> of(Item item) {
        if (item.kind() != ItemKind.TOMBSTONES) {
            return Optional.empty();
        }
        try {
            return Optional.of(read(new FieldReader(item.payload())));
        } catch (BufferUnderflowException | InvalidInput e) {
            return Optional.empty();
        }
    }

    static void write(FieldWriter fields, List<Tombstone> tombstones) {
        Map<Namespace, Integer> numbers = new LinkedHashMap<>();
        tombstones.forEach(each -> numbers.putIfAbsent(each.key().namespace(), numbers.size()));
        fields.u32(numbers.size());
        numbers.keySet().forEach(namespace -> NamespaceLayout.writeNamespace(fields, namespace));
        fields.u32(tombstones.size());
        for (Tombstone each : tombstones) {
            fields.u32(numbers.getOrDefault(each.key().namespace(), 0))
                    .shortBytes(each.key().hash().bytes())
                    .u64(each.sequence())
                    .u64(each.fileNumber());
        }
    }

    static List<Tombstone> read(FieldReader fields) {
        int namespaceCount = fields.count(3 * Short.BYTES);
        List<Namespace> namespaces = new ArrayList<>(namespaceCount);
        for (int i = 0; i < namespaceCount; i++) {
            namespaces.add(NamespaceLayout.readNamespace(fields));
        }
        int count = fields.count(LEAST_BYTES);
        List<Tombstone> tombstones = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Namespace namespace = Footer.numbered(namespaces, fields.u32());
            BlockKey key = new BlockKey(namespace, BlockHash.of(fields.shortBytes()));
            tombstones.add(new Tombstone(key, fields.u64(), fields.u64()));
        }
        return tombstones;
    }
}
