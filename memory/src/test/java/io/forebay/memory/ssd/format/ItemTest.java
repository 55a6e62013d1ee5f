package io.forebay.memory.ssd.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.Namespace;
import io.forebay.core.layout.KvLayout;
import io.forebay.memory.ssd.TestBlock;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ItemTest {
    private static final FileId FILE = new FileId(7, 0x1234_5678_9ABCL);
    private static final ItemPlace PLACE = new ItemPlace(FILE, 8_192);

    private static byte[] head() {
        return TestBlock.of(1, TestBlock.ODD).head().encode(PLACE, 5);
    }

    @Test
    void everyBitOfAHeadCounts() {
        SplittableRandom random = new SplittableRandom(1);
        for (int bit = 0; bit < 2_000; bit++) {
            byte[] head = head();
            TestBlock.flip(MemorySegment.ofArray(head), bit < 600 ? bit : random.nextInt(head.length * 8));
            assertEquals(Optional.empty(), Item.decode(head, PLACE), "bit " + bit);
        }
        assertTrue(Item.decode(head(), PLACE).isPresent());
    }

    @Test
    void aHeadCountsOnlyInItsOwnPlace() {
        assertEquals(Optional.empty(), Item.decode(head(), new ItemPlace(FILE, 4_096)));
        assertEquals(Optional.empty(), Item.decode(head(), new ItemPlace(new FileId(8, FILE.nonce()), 8_192)));
        assertEquals(Optional.empty(), Item.decode(head(), new ItemPlace(new FileId(7, 1), 8_192)));
    }

    @Test
    void aHeadOfManySlotsTakesSeveralPages() {
        KvLayout wide = new KvLayout(4_096, 16, 1, 1);
        RecordHead head = TestBlock.of(3, wide).head();
        byte[] bytes = head.encode(PLACE, 9);
        assertEquals(bytes.length, RecordHead.headBytes(head.home(), head.hash()));
        assertTrue(bytes.length > SsdFormat.PAGE_BYTES && bytes.length <= SsdFormat.MAX_RECORD_HEAD_BYTES);
        assertEquals(Optional.of(head), Item.decode(bytes, PLACE).flatMap(RecordHead::of));
    }

    @Test
    void theLongestNamesAndMostSlotsFitAHead() {
        String longest = "\u20AC".repeat(256);
        KvLayout wide = new KvLayout(4_096, 16, 1L << 30, 2 << 20);
        NamespaceLayout home = new NamespaceLayout(new Namespace(longest, longest, wide.fingerprint()), wide);
        assertTrue(RecordHead.headBytes(home, TestBlock.hash(1)) <= SsdFormat.MAX_RECORD_HEAD_BYTES);
    }

    @Test
    void aLayoutThatItsNamespaceDoesNotStandForIsRefused() {
        Namespace other = new Namespace("llama", "", "00ff");
        assertEquals(
                "namespace.fingerprint",
                assertThrows(InvalidInput.class, () -> new NamespaceLayout(other, TestBlock.ODD))
                        .field());
    }

    @Test
    void aRecordWhoseFingerprintIsNotThatOfItsLayoutIsNoRecord() {
        NamespaceLayout home = TestBlock.home(TestBlock.ODD);
        FieldWriter fields = new FieldWriter();
        NamespaceLayout.writeNamespace(fields, new Namespace("llama", "tenant", "0".repeat(32)));
        FieldWriter good = new FieldWriter();
        NamespaceLayout.writeNamespace(good, home.namespace());
        byte[] rest = TestBlock.of(1, TestBlock.ODD).head().encode(PLACE, 1);
        Item item = Item.decode(rest, PLACE).orElseThrow();
        byte[] payload = new byte[item.payload().remaining()];
        item.payload().get(payload);
        byte[] forged = fields.toBytes();
        assertEquals(good.toBytes().length, forged.length);
        System.arraycopy(forged, 0, payload, 0, forged.length);
        byte[] bytes = Item.encode(ItemKind.RECORD, PLACE, 1, item.bodyBytes(), payload);
        assertTrue(RecordHead.of(item).isPresent());
        assertEquals(Optional.empty(), Item.decode(bytes, PLACE).flatMap(RecordHead::of));
    }

    @Test
    void aPayloadThatEndsTooSoonIsNoRecordOrFooter() {
        byte[] whole = TestBlock.of(1, TestBlock.ODD).head().encode(PLACE, 1);
        Item item = Item.decode(whole, PLACE).orElseThrow();
        byte[] payload = new byte[item.payload().remaining()];
        item.payload().get(payload);
        for (int length = 0; length < payload.length; length++) {
            byte[] cut = java.util.Arrays.copyOf(payload, length);
            byte[] record = Item.encode(ItemKind.RECORD, PLACE, 1, item.bodyBytes(), cut);
            assertEquals(Optional.empty(), Item.decode(record, PLACE).flatMap(RecordHead::of));
            byte[] footer = Item.encode(ItemKind.FOOTER, PLACE, 1, 0, cut);
            assertEquals(Optional.empty(), Item.decode(footer, PLACE).flatMap(found -> Footer.of(found, 1 << 20)));
        }
    }

    @Test
    void aFileNameSaysNumberAndNonce() {
        FileId id = new FileId(0xAB, -2);
        assertEquals("forebay-00000000000000ab-fffffffffffffffe.log", id.fileName());
        assertEquals(Optional.of(id), FileId.parse(id.fileName()));
        assertEquals(Optional.empty(), FileId.parse("foo.txt"));
        assertEquals(Optional.empty(), FileId.parse("forebay-1-2.log"));
    }
}
