package io.forebay.core.block;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// The chained hash that names a block within its namespace: equal hash means equal tokens up to and including this
/// block. 1 to 64 bytes, chosen by the engine; the store compares all of them and never a shortened form.
///
/// Immutable. The hash code is computed once, since a prompt's hashes are looked up many times. Hashes of 32 bytes,
/// which
/// is what engines have, are kept as four numbers: a catalogue holds millions, and an array each would cost a quarter
/// of
/// its memory.
public abstract sealed class BlockHash {
    private static final int WORDS_BYTES = 4 * Long.BYTES;
    private static final long MARK_FACTOR = 0x9E3779B97F4A7C15L;

    private final int hashCode;

    private BlockHash(int hashCode) {
        this.hashCode = hashCode * 0x9E3779B1;
    }

    /// A hash of a copy of `bytes`. Refuses fewer than 1 or more than [Limits#MAX_HASH_BYTES].
    public static BlockHash of(byte[] bytes) {
        InvalidInput.unless(bytes.length > 0, "hash", "is empty; 1 to " + Limits.MAX_HASH_BYTES + " bytes are needed");
        if (bytes.length > Limits.MAX_HASH_BYTES) {
            throw new InvalidInput("hash", "has " + bytes.length + " bytes; the limit is " + Limits.MAX_HASH_BYTES);
        }
        return bytes.length == WORDS_BYTES ? new OfFourWords(bytes) : new OfAnyLength(bytes.clone());
    }

    /// The hash that continues `parent` (null for a first block) by the bytes of one block's tokens: SHA-256 over the
    /// parent's length, the parent and the content. For engines that bring no hash of their own.
    public static BlockHash chained(@Nullable BlockHash parent, byte[] content) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            byte[] before = parent == null ? new byte[0] : parent.bytes();
            sha.update((byte) before.length);
            sha.update(before);
            return of(sha.digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /// A copy of the bytes.
    public abstract byte[] bytes();

    /// 64 bits that follow from all bytes, to look for a hash where keeping it whole would cost too much. Two hashes
    /// that share them are possible and not to be expected.
    public abstract long mark();

    @Override
    public abstract boolean equals(@Nullable Object other);

    @Override
    public final int hashCode() {
        return hashCode;
    }

    /// Lower-case hexadecimal, whole.
    @Override
    public final String toString() {
        return HexFormat.of().formatHex(bytes());
    }

    /// 32 bytes.
    private static final class OfFourWords extends BlockHash {
        private final long first;
        private final long second;
        private final long third;
        private final long fourth;

        OfFourWords(byte[] bytes) {
            super(Arrays.hashCode(bytes));
            first = word(bytes, 0);
            second = word(bytes, 1);
            third = word(bytes, 2);
            fourth = word(bytes, 3);
        }

        private static long word(byte[] bytes, int index) {
            long word = 0;
            for (int i = 0; i < Long.BYTES; i++) {
                word = (word << Byte.SIZE) | (bytes[index * Long.BYTES + i] & 0xFF);
            }
            return word;
        }

        private static void putWord(byte[] bytes, int index, long word) {
            for (int i = 0; i < Long.BYTES; i++) {
                bytes[index * Long.BYTES + i] = (byte) (word >> ((Long.BYTES - 1 - i) * Byte.SIZE));
            }
        }

        @Override
        public byte[] bytes() {
            byte[] bytes = new byte[WORDS_BYTES];
            putWord(bytes, 0, first);
            putWord(bytes, 1, second);
            putWord(bytes, 2, third);
            putWord(bytes, 3, fourth);
            return bytes;
        }

        @Override
        public long mark() {
            return first ^ Long.rotateLeft(second, 16) ^ Long.rotateLeft(third, 32) ^ Long.rotateLeft(fourth, 48);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other
                    || (other instanceof OfFourWords that
                            && first == that.first
                            && second == that.second
                            && third == that.third
                            && fourth == that.fourth);
        }
    }

    /// Any other length.
    private static final class OfAnyLength extends BlockHash {
        private final byte[] bytes;

        OfAnyLength(byte[] bytes) {
            super(Arrays.hashCode(bytes));
            this.bytes = bytes;
        }

        @Override
        public byte[] bytes() {
            return bytes.clone();
        }

        @Override
        public long mark() {
            long mark = bytes.length;
            for (byte each : bytes) {
                mark = (mark ^ each) * MARK_FACTOR;
                mark ^= mark >>> 29;
            }
            return mark;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other || (other instanceof OfAnyLength that && Arrays.equals(bytes, that.bytes));
        }
    }
}
