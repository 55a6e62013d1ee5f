package io.forebay.fabric;

import java.io.IOException;

/// A data plane could not be set up or a peer could not be reached.
public final class FabricException extends IOException {
    private static final long serialVersionUID = 1L;

    public FabricException(String message) {
        super(message);
    }

    public FabricException(String message, Throwable cause) {
        super(message, cause);
    }
}
