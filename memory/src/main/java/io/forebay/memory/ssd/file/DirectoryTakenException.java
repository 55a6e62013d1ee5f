package io.forebay.memory.ssd.file;

import java.io.IOException;

/// Somebody else has the directory. No fault of the device: whoever configured it has to decide.
public final class DirectoryTakenException extends IOException {
    private static final long serialVersionUID = 1L;

    public DirectoryTakenException(String message) {
        super(message);
    }
}
