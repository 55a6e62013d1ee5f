package io.forebay.server.settings;

import java.util.function.Function;

/// How a setting's text becomes a value.
///
/// @param name what documents call it: `size`, `duration`, …
/// @param range what is accepted, for documents and messages
/// @param parser throws [IllegalArgumentException] with what is wrong, without repeating the range
/// @param <T> the value
public record ValueType<T>(String name, String range, Function<String, T> parser) {
    /// The name of a type whose texts are not to be shown.
    static final String SECRET = "secret";

    /// The value of `text`.
    ///
    /// @throws IllegalArgumentException says what is wrong and what would be right
    public T parse(String text) {
        try {
            return parser.apply(text.strip());
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException("is not a number; give " + range, notANumber);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(wrong.getMessage() + "; give " + range, wrong);
        }
    }
}
