package io.forebay.core.vllm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.block.BlockHash;
import io.forebay.core.vllm.VllmExtraKeys.MediaItem;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The expected values follow from vLLM's scheme by Python's hashlib and xxhash over canonical CBOR, with the seed "0".
final class VllmHashTest {
    private static final int[] SIXTEEN = IntStream.range(0, 16).toArray();
    private static final int[] THIRTY_TWO = IntStream.range(0, 32).toArray();
    private static final int[] ALL_WIDTHS = {
        0, 23, 24, 255, 256, 65_535, 65_536, 151_643, 0, 23, 24, 255, 256, 65_535, 65_536, 151_643
    };
    private static final VllmExtraKeys PLAIN = VllmExtraKeys.none();

    private final VllmHash sha = VllmHash.sha256("0");
    private final VllmHash xxh = VllmHash.xxh3("0");

    @Test
    void sha256NamesAreThoseOfVllm() {
        assertEquals("4e1195df020de59e0d65a33a4279f1183e7ae4e5d980e309f8b55adff2e61c3e", text(sha.none()));
        assertEquals(
                List.of(
                        "d830de3d42c00f25a2949b5d12d98642664a44872c1614c5b0147556276afc9c",
                        "fedd9e4abebebbe6f6cf96b682f08d316063fe2f22a5c552192dd62904fcccac"),
                sha.chain(THIRTY_TWO, 16, PLAIN).stream()
                        .map(VllmHashTest::text)
                        .toList());
        assertEquals(
                "a31aa6d7bd52d1db44c2e2c50ce6687164f2a198c45e6f9c6f5025e7d8dff1f7",
                text(sha.first(SIXTEEN, PLAIN.withCacheSalt("tenant-a"))));
        assertEquals(
                "ea169459242efc8591f7b8534ba6a6d47eef57071336133c39186199f408801f", text(sha.first(ALL_WIDTHS, PLAIN)));
        assertEquals("12687895063098490012", Long.toUnsignedString(VllmHash.uint64(sha.first(SIXTEEN, PLAIN))));
    }

    @Test
    void xxh3NamesAreThoseOfVllm() {
        assertEquals("1ebe36576dcb573f26b99533a20aaeca", text(xxh.none()));
        assertEquals(
                List.of("209f5d549fc07c8e39d823615ede61ce", "03888914ee75b87e89df867a21beb72b"),
                xxh.chain(THIRTY_TWO, 16, PLAIN).stream()
                        .map(VllmHashTest::text)
                        .toList());
        assertEquals("bfbfafff3fa6ee68c398534127fa2299", text(xxh.first(SIXTEEN, PLAIN.withCacheSalt("tenant-a"))));
        assertEquals("34ff25458c8ddd1c7a81be8286382b07", text(xxh.first(ALL_WIDTHS, PLAIN)));
        assertEquals("4168120356241826254", Long.toUnsignedString(VllmHash.uint64(xxh.first(SIXTEEN, PLAIN))));
    }

    @Test
    void whatIsHashedIsCanonicalCbor() {
        Cbor cbor = new Cbor().array(3).bytes(sha.none().bytes()).array(16);
        IntStream.range(0, 16).forEach(cbor::number);
        cbor.nothing();
        assertEquals(
                "8358204e1195df020de59e0d65a33a4279f1183e7ae4e5d980e309f8b55adff2e61c3e"
                        + "90000102030405060708090a0b0c0d0e0ff6",
                HexFormat.of().formatHex(cbor.done()));
        assertEquals(
                "20" + "3863",
                HexFormat.of().formatHex(new Cbor().number(-1).number(-100).done()));
    }

    /// [lora, [identifier, offset], identifier, salt]
    @Test
    void extraKeysStandInVllmsOrder() {
        Cbor cbor = new Cbor();
        PLAIN.withCacheSalt("s")
                .withMedia(new MediaItem("i", OptionalInt.of(-2)))
                .withMedia(new MediaItem("j", OptionalInt.empty()))
                .withLora("l")
                .writeTo(cbor);
        assertEquals(
                "84" + "616c" + "82616921" + "616a" + "6173", HexFormat.of().formatHex(cbor.done()));
    }

    @Test
    void theSaltIsInTheFirstBlockAloneAndHandedOnByTheChain() {
        VllmExtraKeys salted = PLAIN.withCacheSalt("tenant-a");
        List<BlockHash> chain = sha.chain(THIRTY_TWO, 16, salted);
        int[] second = IntStream.range(16, 32).toArray();
        assertEquals(sha.next(sha.first(SIXTEEN, salted), second, PLAIN), chain.get(1));
        assertNotEquals(sha.chain(THIRTY_TWO, 16, PLAIN).get(1), chain.get(1));
    }

    @Test
    void onlyFullBlocksHaveNames() {
        assertEquals(1, sha.chain(THIRTY_TWO, 17, PLAIN).size());
        assertEquals(List.of(), sha.chain(SIXTEEN, 17, PLAIN));
    }

    @Test
    void aGroupIsFourBytesBehindTheHash() {
        BlockHash first = sha.first(SIXTEEN, PLAIN);
        assertEquals(text(first) + "01020304", text(VllmHash.inGroup(first, 0x0102_0304)));
        assertEquals(0x0AL, VllmHash.uint64(BlockHash.of(new byte[] {10})));
    }

    @Test
    void nonsenseIsRefusedByName() {
        assertEquals("tokens", refused(() -> sha.first(new int[0], PLAIN)));
        assertEquals("tokens", refused(() -> sha.first(new int[] {-1}, PLAIN)));
        assertEquals("block_tokens", refused(() -> sha.chain(SIXTEEN, 0, PLAIN)));
        assertEquals("cache_salt", refused(() -> PLAIN.withCacheSalt("")));
        VllmExtraKeys media = PLAIN.withMedia(new MediaItem("i", OptionalInt.empty()));
        assertEquals("media", refused(() -> sha.chain(SIXTEEN, 16, media)));
    }

    private static String refused(Runnable step) {
        return assertThrows(InvalidInput.class, step::run).field();
    }

    private static String text(BlockHash hash) {
        return hash.toString();
    }
}
