package io.forebay.sim;

/// Something that must hold did not. The message carries the seed and the last events.
public final class Violation extends AssertionError {
    private static final long serialVersionUID = 1L;

    Violation(String message, Throwable cause) {
        super(message, cause);
    }

    Violation(String message) {
        super(message);
    }
}
