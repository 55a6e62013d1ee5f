package io.forebay.core.block;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
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
    private static final int COMMON_BYTES = 4 * Long.BYTES;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

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
        return bytes.length == COMMON_BYTES ? new Common(bytes) : new Other(bytes.clone());
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
    private static final class Common extends BlockHash {
        private final long first;
        private final long second;
        private final long third;
        private final long fourth;

        Common(byte[] bytes) {
            super(Arrays.hashCode(bytes));
            first = (long) LONGS.get(bytes, 0);
            second = (long) LONGS.get(bytes, Long.BYTES);
            third = (long) LONGS.get(bytes, 2 * Long.BYTES);
            fourth = (long) LONGS.get(bytes, 3 * Long.BYTES);
        }

        @Override
        public byte[] bytes() {
            byte[] bytes = new byte[COMMON_BYTES];
            LONGS.set(bytes, 0, first);
            LONGS.set(bytes, Long.BYTES, second);
            LONGS.set(bytes, 2 * Long.BYTES, third);
            LONGS.set(bytes, 3 * Long.BYTES, fourth);
            return bytes;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other
                    || (other instanceof Common that
                            && first == that.first
                            && second == that.second
                            && third == that.third
                            && fourth == that.fourth);
        }
    }

    /// Any other length.
    private static final class Other extends BlockHash {
        private final byte[] bytes;

        Other(byte[] bytes) {
            super(Arrays.hashCode(bytes));
            this.bytes = bytes;
        }

        @Override
        public byte[] bytes() {
            return bytes.clone();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other || (other instanceof Other that && Arrays.equals(bytes, that.bytes));
        }
    }
}
