package io.forebay.server.explain;

import io.forebay.core.answer.InvalidInput;
import io.forebay.core.answer.Limits;
import io.forebay.core.block.BlockHash;
import java.util.HexFormat;

/// How people write a block's hash: in hexadecimal.
public final class KeyText {
    private KeyText() {}

    /// The hash that is written so.
    ///
    /// @throws InvalidInput names the parameter `key`
    public static BlockHash hash(String hex) {
        InvalidInput.unless(
                !hex.isEmpty() && hex.length() <= 2 * Limits.MAX_HASH_BYTES,
                "key",
                "has " + hex.length() + " digits; 2 to " + 2 * Limits.MAX_HASH_BYTES + " are needed");
        try {
            return BlockHash.of(HexFormat.of().parseHex(hex));
        } catch (IllegalArgumentException malformed) {
            InvalidInput bad = new InvalidInput("key", "is not an even number of hexadecimal digits");
            bad.initCause(malformed);
            throw bad;
        }
    }
}
