package io.forebay.memory.ssd.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.core.block.BlockHash;
import io.forebay.core.block.BlockKey;
import io.forebay.core.block.Namespace;
import io.forebay.core.layout.KvLayout;
import io.forebay.core.layout.Layout;
import io.forebay.core.layout.Opaque;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Pins version 1 of the log's format, byte for byte: a change that shows here makes every warm disk cold.
///
/// A new kind of item is written with `-Dforebay.golden.write=true`, and reviewed.
class SsdGoldenBytesTest {
    private static final Path FOLDER = Path.of("src", "test", "resources", "golden", "ssd-v1");
    private static final int BYTES_PER_LINE = 32;

    private static final FileId FILE = new FileId(0x1122, 0x8877665544332211L);
    private static final ItemPlace PLACE = new ItemPlace(FILE, 0x3000);
    private static final Layout LAYOUT = new KvLayout(2, 1, 1_000, 512);
    private static final NamespaceLayout HOME =
            new NamespaceLayout(new Namespace("llama/fp8", "t", LAYOUT.fingerprint()), LAYOUT);
    private static final BlockHash HASH = BlockHash.of(new byte[] {1, 2, 3, 4, 5});
    private static final FileHead HEAD = new FileHead("node-é", 1 << 28);
    private static final RecordHead RECORD =
            new RecordHead(HOME, HASH, List.of(new SlotEntry(2_048, 0xCAFEBABE, 1), new SlotEntry(2_048, 7, 0)));
    private static final Layout VALUE_LAYOUT = new Opaque(8_192);
    private static final RecordHead VALUE_RECORD = new RecordHead(
            new NamespaceLayout(new Namespace("resp", "", VALUE_LAYOUT.fingerprint()), VALUE_LAYOUT),
            HASH,
            List.of(new SlotEntry(8_192, 0xCAFEBABE, 1)));
    private static final List<Tombstone> TOMBSTONES =
            List.of(new Tombstone(new BlockKey(HOME.namespace(), HASH), 99, 0x1121));
    private static final FileContents CONTENTS =
            new FileContents(List.of(new IndexEntry(HOME, HASH, 42, 0x1000, 4_096)), TOMBSTONES);

    private static Map<String, byte[]> items() {
        Map<String, byte[]> items = new LinkedHashMap<>();
        items.put("file-head", HEAD.encode(FILE));
        items.put("record", RECORD.encode(PLACE, 42));
        items.put("value-record", VALUE_RECORD.encode(PLACE, 43));
        items.put("tombstones", Tombstones.encode(PLACE, TOMBSTONES));
        items.put("footer", Footer.encode(PLACE, CONTENTS));
        items.put("trailer", Footer.encodeTrailer(PLACE, 0x2000));
        return items;
    }

    @Test
    void everyItemHasItsGoldenBytes() throws IOException {
        for (Map.Entry<String, byte[]> entry : items().entrySet()) {
            Path file = FOLDER.resolve(entry.getKey() + ".hex");
            assertEquals(4_096, entry.getValue().length, entry.getKey());
            String hex = hex(entry.getValue());
            if (Boolean.getBoolean("forebay.golden.write")) {
                Files.createDirectories(FOLDER);
                Files.writeString(file, hex);
            }
            assertEquals(Files.readString(file), hex, entry.getKey());
        }
    }

    @Test
    void goldenBytesAreReadAsTheItemsTheyWere() throws IOException {
        assertEquals(Optional.of(HEAD), FileHead.of(golden("file-head", new ItemPlace(FILE, 0))));
        assertEquals(Optional.of(RECORD), RecordHead.of(golden("record", PLACE)));
        assertEquals(42, golden("record", PLACE).sequence());
        assertEquals(LAYOUT.blockBytes(), golden("record", PLACE).bodyBytes());
        assertEquals(Optional.of(VALUE_RECORD), RecordHead.of(golden("value-record", PLACE)));
        assertEquals(8_192, golden("value-record", PLACE).bodyBytes());
        assertEquals(Optional.of(TOMBSTONES), Tombstones.of(golden("tombstones", PLACE)));
        assertEquals(Optional.of(CONTENTS), Footer.of(golden("footer", PLACE), 1 << 20));
        assertEquals(Optional.of(0x2000L), Footer.footerOffset(golden("trailer", PLACE)));
    }

    private static Item golden(String name, ItemPlace place) throws IOException {
        String hex = Files.readString(FOLDER.resolve(name + ".hex"));
        byte[] bytes = HexFormat.of().parseHex(hex.replaceAll("\\s", ""));
        return Item.decode(Arrays.copyOf(bytes, 4_096), place).orElseThrow();
    }

    /// Without the zeros at the end of the page.
    private static String hex(byte[] bytes) {
        int end = bytes.length;
        while (bytes[end - 1] == 0) {
            end--;
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < end; i += BYTES_PER_LINE) {
            text.append(HexFormat.of().formatHex(bytes, i, Math.min(end, i + BYTES_PER_LINE)))
                    .append('\n');
        }
        return text.toString();
    }
}
