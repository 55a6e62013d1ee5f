package io.forebay.core.block;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.forebay.core.answer.InvalidInput;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class BlockHashTest {
    @Test
    void oneTo64BytesAreTaken() {
        assertEquals(1, BlockHash.of(new byte[1]).bytes().length);
        assertEquals(64, BlockHash.of(new byte[64]).bytes().length);
    }

    @Test
    void anEmptyHashIsRefusedByName() {
        InvalidInput refused = assertThrows(InvalidInput.class, () -> BlockHash.of(new byte[0]));
        assertEquals("hash", refused.field());
        assertEquals("hash: is empty; 1 to 64 bytes are needed", refused.getMessage());
    }

    @Test
    void anOversizeHashIsRefusedWithTheLimit() {
        InvalidInput refused = assertThrows(InvalidInput.class, () -> BlockHash.of(new byte[65]));
        assertEquals("hash: has 65 bytes; the limit is 64", refused.getMessage());
    }

    @Test
    void neitherTheGivenNorTheReturnedBytesChangeIt() {
        byte[] given = {1, 2, 3};
        BlockHash hash = BlockHash.of(given);
        given[0] = 9;
        hash.bytes()[1] = 9;
        assertArrayEquals(new byte[] {1, 2, 3}, hash.bytes());
    }

    @Test
    void equalHashCodesDoNotMakeEqualHashes() {
        BlockHash one = BlockHash.of(new byte[] {0, 31});
        BlockHash other = BlockHash.of(new byte[] {1, 0});
        assertEquals(one.hashCode(), other.hashCode(), "the example must collide");
        assertNotEquals(one, other);
        assertEquals(one, BlockHash.of(new byte[] {0, 31}));
    }

    @Test
    void aLongerHashIsAnotherOne() {
        assertNotEquals(BlockHash.of(new byte[] {1}), BlockHash.of(new byte[] {1, 0}));
    }

    @Test
    void aChainedHashDependsOnParentAndContent() {
        BlockHash first = BlockHash.chained(null, new byte[] {1});
        assertEquals(first, BlockHash.chained(null, new byte[] {1}));
        assertNotEquals(first, BlockHash.chained(null, new byte[] {2}));
        BlockHash second = BlockHash.chained(null, new byte[] {2});
        assertNotEquals(BlockHash.chained(first, new byte[] {3}), BlockHash.chained(null, new byte[] {3}));
        assertNotEquals(BlockHash.chained(first, new byte[] {3}), BlockHash.chained(second, new byte[] {3}));
        assertEquals(32, first.bytes().length);
    }

    @Test
    void theBorderBetweenParentAndContentCounts() {
        BlockHash shortParent = BlockHash.of(new byte[] {7});
        BlockHash longParent = BlockHash.of(new byte[] {7, 8});
        assertNotEquals(
                BlockHash.chained(shortParent, new byte[] {8, 9}), BlockHash.chained(longParent, new byte[] {9}));
    }

    @Test
    void aFirstBlocksHashIsTheDigestOfAZeroAndItsContent() {
        BlockHash first = BlockHash.chained(null, HexFormat.of().parseHex("616263"));
        assertEquals("609f6e36d2405585188d5cfd761f407c7cc46a7d3f314c88270469dde315fcd1", first.toString());
    }

    @Test
    void itsTextIsTheWholeHash() {
        assertEquals("00ff10", BlockHash.of(new byte[] {0, (byte) 0xff, 0x10}).toString());
    }
}
