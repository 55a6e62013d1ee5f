package io.forebay.memory;

import static org.junit.jupiter.api.Assertions.assertTrue;

/// What a person reads when something failed.
final class TestErrors {
    private TestErrors() {}

    /// The message must contain `part`.
    static void assertSays(String part, Exception e) {
        String message = String.valueOf(e.getMessage());
        assertTrue(message.contains(part), message);
    }
}
