package io.forebay.memory.ssd.format;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockHash;
import java.nio.BufferUnderflowException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The index of a finished file. Payload: the number of namespaces (4 bytes), each with its layout; the number
/// of records (4); for each the index of its namespace (4), its hash (1-byte length, bytes), its sequence (8),
/// its offset (8) and the bytes of its head (4); then the tombstones, as in [Tombstones].
public final class Footer {
    /// A record has no less.
    private static final int LEAST_BYTES = 26;
    /// A namespace with its layout has no less.
    private static final int LEAST_HOME_BYTES = 27;

    private Footer() {}

    /// Bytes that one more record takes in a footer, at most, without its namespace.
    public static final long RECORD_BYTES = 3L * Integer.BYTES + 2 * Long.BYTES + 1 + Limits.MAX_HASH_BYTES;
    /// Bytes that one more tombstone takes, at most, without its namespace.
    public static final long TOMBSTONE_BYTES = Integer.BYTES + 2L * Long.BYTES + 1 + Limits.MAX_HASH_BYTES;

    /// Bytes that one more namespace of tombstones takes, at most.
    public static final long NAMESPACE_BYTES = 3L * (Short.BYTES + 3 * Limits.MAX_NAME_CHARS);

    /// The room, in bytes, of a footer and trailer whose parts take `bytes`.
    public static long room(long bytes) {
        return SsdFormat.pages(Item.PAYLOAD_OFFSET + 4 * Integer.BYTES + bytes) + SsdFormat.PAGE_BYTES;
    }

    /// The bytes of a footer item.
    public static byte[] encode(ItemPlace place, FileContents contents) {
        FieldWriter fields = new FieldWriter();
        Map<NamespaceLayout, Integer> numbers = new LinkedHashMap<>();
        contents.records().forEach(each -> numbers.putIfAbsent(each.home(), numbers.size()));
        fields.u32(numbers.size());
        numbers.keySet().forEach(home -> home.write(fields));
        fields.u32(contents.records().size());
        for (IndexEntry each : contents.records()) {
            fields.u32(numbers.getOrDefault(each.home(), 0))
                    .shortBytes(each.hash().bytes())
                    .u64(each.sequence())
                    .u64(each.offset())
                    .u32(each.headBytes());
        }
        Tombstones.write(fields, contents.tombstones());
        return Item.encode(ItemKind.FOOTER, place, 0, 0, fields.toBytes());
    }

    /// The bytes of the page that ends a file whose footer is at `footerOffset`.
    public static byte[] encodeTrailer(ItemPlace place, long footerOffset) {
        return Item.encode(
                ItemKind.TRAILER,
                place,
                0,
                0,
                new FieldWriter().u64(footerOffset).toBytes());
    }

    /// Where the footer is, if the item is a trailer.
    public static Optional<Long> footerOffset(Item item) {
        return item.kind() == ItemKind.TRAILER && item.payload().remaining() == Long.BYTES
                ? Optional.of(new FieldReader(item.payload()).u64())
                : Optional.empty();
    }

    /// Empty if the item is no footer, or lists what this build cannot understand or what cannot be in a file
    /// that ends at `endOffset`.
    public static Optional<FileContents> of(Item item, long endOffset) {
        if (item.kind() != ItemKind.FOOTER) {
            return Optional.empty();
        }
        try {
            FieldReader fields = new FieldReader(item.payload());
            List<IndexEntry> records = readRecords(fields);
            for (IndexEntry each : records) {
                boolean inside = each.offset() >= SsdFormat.PAGE_BYTES
                        && each.offset() % SsdFormat.PAGE_BYTES == 0
                        && each.headBytes() >= SsdFormat.PAGE_BYTES
                        && each.headBytes() <= SsdFormat.MAX_RECORD_HEAD_BYTES
                        && each.headBytes() % SsdFormat.PAGE_BYTES == 0
                        && each.endOffset() <= endOffset;
                InvalidInput.unless(inside, "footer.record", "lies outside its file");
            }
            return Optional.of(new FileContents(records, Tombstones.read(fields)));
        } catch (BufferUnderflowException | InvalidInput | ArithmeticException e) {
            return Optional.empty();
        }
    }

    private static List<IndexEntry> readRecords(FieldReader fields) {
        int homeCount = fields.count(LEAST_HOME_BYTES);
        List<NamespaceLayout> homes = new ArrayList<>(homeCount);
        for (int i = 0; i < homeCount; i++) {
            homes.add(NamespaceLayout.read(fields));
        }
        int count = fields.count(LEAST_BYTES);
        List<IndexEntry> records = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            NamespaceLayout home = numbered(homes, fields.u32());
            BlockHash hash = BlockHash.of(fields.shortBytes());
            records.add(new IndexEntry(home, hash, fields.u64(), fields.u64(), Math.toIntExact(fields.u32())));
        }
        return records;
    }

    static <T> T numbered(List<T> table, long number) {
        InvalidInput.unless(number < table.size(), "footer.namespace", "is " + number + " of " + table.size());
        return table.get((int) number);
    }
}
