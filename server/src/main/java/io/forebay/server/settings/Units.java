package io.forebay.server.settings;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Sizes and durations as people write them: `64KiB`, `4GiB`, `500ms`, `10s`. A number without its unit is refused,
/// since everyone guesses another one; so are `KB` and `GB`, which mean two things.
public final class Units {
    private static final Pattern QUANTITY = Pattern.compile("(\\d{1,18})\\s*([A-Za-z]+)");
    private static final Map<String, Long> BYTES =
            Map.of("B", 1L, "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30, "TiB", 1L << 40);
    private static final Map<String, Long> NANOS =
            Map.of("us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L, "m", 60_000_000_000L, "h", 3_600_000_000_000L);

    private Units() {}

    /// Bytes of a size such as `64KiB`.
    ///
    /// @throws IllegalArgumentException says what is wrong
    public static long bytes(String text) {
        return quantity(text, BYTES, "a size with its unit (B, KiB, MiB, GiB, TiB), such as 64KiB");
    }

    /// The duration that a text such as `500ms` means.
    ///
    /// @throws IllegalArgumentException says what is wrong
    public static Duration duration(String text) {
        return Duration.ofNanos(quantity(text, NANOS, "a duration with its unit (us, ms, s, m, h), such as 500ms"));
    }

    private static long quantity(String text, Map<String, Long> units, String wanted) {
        Matcher quantity = QUANTITY.matcher(text.strip());
        Long unit = quantity.matches() ? units.get(quantity.group(2)) : null;
        if (unit == null) {
            throw new IllegalArgumentException("is not " + wanted);
        }
        try {
            return Math.multiplyExact(Long.parseLong(quantity.group(1)), unit);
        } catch (ArithmeticException tooLarge) {
            throw new IllegalArgumentException("is too large", tooLarge);
        }
    }
}
