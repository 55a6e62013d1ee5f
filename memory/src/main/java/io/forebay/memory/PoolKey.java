package io.forebay.memory;

import io.forebay.core.answer.InvalidInput;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// How a process on the same host finds a pool: its file, and the nonce that the right file has in its head.
///
/// @param path absolute
public record PoolKey(Path path, long nonce) {
    private static final Pattern TEXT = Pattern.compile("([0-9a-f]{16})@(/.+)", Pattern.DOTALL);

    public PoolKey {
        InvalidInput.unless(path.isAbsolute(), "pool_key", "has a path that is not absolute: " + path);
    }

    /// The key as text: the nonce as 16 hexadecimal digits, `@`, the path.
    public String text() {
        return "%016x@%s".formatted(nonce, path);
    }

    /// Reads what [#text] wrote; refuses everything else.
    public static PoolKey parse(String text) {
        Matcher parts = TEXT.matcher(text);
        InvalidInput.unless(parts.matches(), "pool_key", "is not 16 hexadecimal digits, '@', and a path: " + text);
        try {
            return new PoolKey(Path.of(parts.group(2)), Long.parseUnsignedLong(parts.group(1), 16));
        } catch (InvalidPathException e) {
            throw new InvalidInput("pool_key", "has a bad path: " + e.getMessage());
        }
    }
}
