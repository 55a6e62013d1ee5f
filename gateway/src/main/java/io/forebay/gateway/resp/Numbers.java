package io.forebay.gateway.resp;

import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/// Whole numbers in arguments.
final class Numbers {
    static final String NONE = "ERR value is not an integer or out of range";
    private static final int MAX_DIGITS = 20;

    private Numbers() {}

    /// The number that these bytes spell, if they spell one.
    static OptionalLong of(byte[] text) {
        if (text.length == 0 || text.length > MAX_DIGITS || text[0] == '+') {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(new String(text, StandardCharsets.ISO_8859_1)));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }
}
