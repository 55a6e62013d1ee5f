package io.forebay.sim.trace;

import java.io.IOException;

/// A line of a trace that is not a request. The message names the file, the line and what is wrong with it.
public final class TraceFormatException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int line;

    TraceFormatException(String file, int line, String reason) {
        super(file + ":" + line + ": " + reason);
        this.line = line;
    }

    /// Number of the offending line, from 1.
    public int line() {
        return line;
    }
}
