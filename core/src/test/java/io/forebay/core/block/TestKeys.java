package io.forebay.core.block;

import java.util.List;
import java.util.stream.IntStream;

/// Block names for tests: small numbers spelled as hashes and keys.
public final class TestKeys {
    public static final Namespace NAMESPACE = new Namespace("llama", "", "00ff");

    private TestKeys() {}

    public static BlockHash hash(int number) {
        return BlockHash.of(new byte[] {(byte) (number >> 16), (byte) (number >> 8), (byte) number});
    }

    public static BlockKey key(int number) {
        return new BlockKey(NAMESPACE, hash(number));
    }

    /// The number that [#key] made into this key.
    public static int number(BlockKey key) {
        byte[] bytes = key.hash().bytes();
        return ((bytes[0] & 0xff) << 16) | ((bytes[1] & 0xff) << 8) | (bytes[2] & 0xff);
    }

    /// The numbers from `from` to before `to`.
    public static List<BlockHash> hashes(int from, int to) {
        return IntStream.range(from, to).mapToObj(TestKeys::hash).toList();
    }

    /// The numbers from `from` to before `to`.
    public static List<BlockKey> keys(int from, int to) {
        return IntStream.range(from, to).mapToObj(TestKeys::key).toList();
    }
}
