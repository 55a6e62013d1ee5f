package io.forebay.memory.ssd.log;

import java.io.IOException;

/// A file has a format that this build does not read. Nothing is deleted: an operator decides.
public final class UnknownFormatException extends IOException {
    private static final long serialVersionUID = 1L;

    UnknownFormatException(String message) {
        super(message);
    }
}
