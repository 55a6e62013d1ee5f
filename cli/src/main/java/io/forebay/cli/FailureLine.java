package io.forebay.cli;

/// A failure in one line for people.
final class FailureLine {
    private FailureLine() {}

    static String of(Throwable failure) {
        String message = failure.getMessage();
        if (message == null || message.isBlank()) {
            Throwable cause = failure.getCause();
            return cause == null ? failure.getClass().getSimpleName() : of(cause);
        }
        return message.strip().replaceAll("\\s*\\R\\s*", "; ");
    }
}
