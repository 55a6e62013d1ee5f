package io.forebay.memory.ssd.file;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// The file system is full, or a quota is.
public final class NoRoomException extends IOException {
    private static final long serialVersionUID = 1L;

    public NoRoomException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
