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
/// Immutable. The hash code is computed once, since a prompt's hashes are looked up many times.
public final class BlockHash {
    private final byte[] bytes;
    private final int hashCode;

    private BlockHash(byte[] bytes) {
        this.bytes = bytes;
        this.hashCode = Arrays.hashCode(bytes) * 0x9E3779B1;
    }

    /// A hash of a copy of `bytes`. Refuses fewer than 1 or more than [Limits#MAX_HASH_BYTES].
    public static BlockHash of(byte[] bytes) {
        InvalidInput.unless(bytes.length > 0, "hash", "is empty; 1 to " + Limits.MAX_HASH_BYTES + " bytes are needed");
        if (bytes.length > Limits.MAX_HASH_BYTES) {
            throw new InvalidInput("hash", "has " + bytes.length + " bytes; the limit is " + Limits.MAX_HASH_BYTES);
        }
        return new BlockHash(bytes.clone());
    }

    /// The hash that continues `parent` (null for a first block) by the bytes of one block's tokens: SHA-256 over the
    /// parent's length, the parent and the content. For engines that bring no hash of their own.
    public static BlockHash chained(@Nullable BlockHash parent, byte[] content) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update((byte) (parent == null ? 0 : parent.bytes.length));
            if (parent != null) {
                sha.update(parent.bytes);
            }
            return new BlockHash(sha.digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /// A copy of the bytes.
    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof BlockHash that && hashCode == that.hashCode && Arrays.equals(bytes, that.bytes));
    }

    @Override
    public int hashCode() {
        return hashCode;
    }

    /// Lower-case hexadecimal, whole.
    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }
}
