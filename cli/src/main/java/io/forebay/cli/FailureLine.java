package io.forebay.cli;

import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/// A failure in one line for people.
final class FailureLine {
    /// What gRPC says when a line of HTTP 1 comes.
    private static final String NO_GRPC = "First received frame was not SETTINGS";

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
        return hinted(message.strip().replaceAll("\\s*\\R\\s*", "; "));
    }

    /// The same, with what to do where somebody was asked who speaks HTTP.
    static String hinted(String message) {
        return message.contains(NO_GRPC)
                ? message + "; that is an HTTP port: give the gRPC port (master.control.port, 7300)"
                : message;
    }
}
