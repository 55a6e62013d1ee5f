package io.forebay.cli;

import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/// A failure in one line for people.
final class FailureLine {
    private FailureLine() {}

    /// The message; for those whose message is only a name, with what is wrong with it.
    static String of(Throwable failure) {
        String message = failure.getMessage();
        if (message != null && failure instanceof NoSuchFileException) {
            return "there is no such file or directory: " + message;
        }
        if (message != null && failure instanceof AccessDeniedException) {
            return "access is denied: " + message;
        }
        if (message == null || message.isBlank()) {
            Throwable cause = failure.getCause();
            return cause == null ? failure.getClass().getSimpleName() : of(cause);
        }
        return message.strip().replaceAll("\\s*\\R\\s*", "; ");
    }
}
