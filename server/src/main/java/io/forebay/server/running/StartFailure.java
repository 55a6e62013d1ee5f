package io.forebay.server.running;

/// A server cannot start as configured: an address in use, a directory that isn't writable, no room for the pool.
/// Everything that was opened is closed again. The message is one line for an operator.
public final class StartFailure extends Exception {
    private static final long serialVersionUID = 1L;

    public StartFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
