package io.forebay.gateway.events;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.forebay.core.block.BlockHash;
import io.forebay.core.vllm.VllmExtraKeys;
import io.forebay.core.vllm.VllmHash;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Bytes as vLLM's encoder writes them.
final class BatchEncoderTest {
    private static final BlockHash HASH =
            VllmHash.sha256("0").first(IntStream.range(0, 16).toArray(), VllmExtraKeys.none());

    private static final VllmEvent STORED = new VllmEvent.Stored(
            List.of(HASH), Optional.empty(), IntStream.range(0, 16).boxed().toList(), 16, "GPU");

    private static String encoded(BatchForm form, HashForm hashes, VllmEvent... events) {
        return HexFormat.of().formatHex(new BatchEncoder(form, hashes).encode(1.5, List.of(events)));
    }

    @Test
    void anArrayIsVllmsByteForByte() {
        assertEquals(
                "93cb3ff80000000000009198ab426c6f636b53746f72656491c420"
                        + "d830de3d42c00f25a2949b5d12d98642664a44872c1614c5b0147556276afc9c"
                        + "c0dc0010000102030405060708090a0b0c0d0e0f10c0a3475055c000",
                encoded(BatchForm.ARRAY, HashForm.BYTES, STORED));
    }

    @Test
    void aMapIsVllmsByteForByte() {
        assertEquals(
                "93cb3ff80000000000009188a474797065ab426c6f636b53746f726564ac626c6f636b5f68617368657391c420"
                        + "d830de3d42c00f25a2949b5d12d98642664a44872c1614c5b0147556276afc9c"
                        + "b1706172656e745f626c6f636b5f68617368c0a9746f6b656e5f696473dc0010"
                        + "000102030405060708090a0b0c0d0e0faa626c6f636b5f73697a6510a76c6f72615f6964c0"
                        + "a66d656469756da3475055a96c6f72615f6e616d65c000",
                encoded(BatchForm.MAP, HashForm.BYTES, STORED));
    }

    @Test
    void whatIsNotKnownIsEmptyAndAParentIsNamed() {
        VllmEvent bare = new VllmEvent.Stored(
                List.of(BlockHash.of(new byte[] {1})), Optional.of(BlockHash.of(new byte[] {2})), List.of(), 0, "CPU");
        assertEquals(
                "93cb3ff80000000000009198ab426c6f636b53746f72656491c40101c401029000c0a3435055c000",
                encoded(BatchForm.ARRAY, HashForm.BYTES, bare));
    }

    @Test
    void removalsAndClearingsHaveTheirOwnFields() {
        VllmEvent removed =
                new VllmEvent.Removed(List.of(BlockHash.of(new byte[] {1}), BlockHash.of(new byte[] {2})), "CPU");
        assertEquals(
                "93cb3ff80000000000009293ac426c6f636b52656d6f76656492c40101c40102a3435055"
                        + "91b0416c6c426c6f636b73436c656172656400",
                encoded(BatchForm.ARRAY, HashForm.BYTES, removed, new VllmEvent.Cleared()));
        assertEquals(
                "93cb3ff80000000000009181a474797065b0416c6c426c6f636b73436c656172656400",
                encoded(BatchForm.MAP, HashForm.BYTES, new VllmEvent.Cleared()));
    }

    /// 12687895063098490012 is above the largest long.
    @Test
    void aShortNameIsAnUnsignedNumber() {
        assertEquals(
                "93cb3ff80000000000009193ac426c6f636b52656d6f76656491cfb0147556276afc9ca343505500",
                encoded(BatchForm.ARRAY, HashForm.UINT64, new VllmEvent.Removed(List.of(HASH), "CPU")));
        assertEquals(
                "93cb3ff80000000000009193ac426c6f636b52656d6f7665649105a343505500",
                encoded(
                        BatchForm.ARRAY,
                        HashForm.UINT64,
                        new VllmEvent.Removed(List.of(BlockHash.of(new byte[] {5})), "CPU")));
    }
}
