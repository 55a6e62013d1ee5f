package io.forebay.fabric;

import org.jspecify.annotations.Nullable;

/// What a connection to a data port is for, as its handshake says.
enum ConnectionKind {
    /// Requests for ranges and replies with their bytes: [ReadFrames].
    READ(1),
    /// Silence, whose end says that the process at the other end is gone.
    LIVENESS(2),
    /// A way to read and the address of a UCX worker, then silence: [UcxGreeting]. 3 was the address alone.
    UCX(4);

    private final int code;

    ConnectionKind(int code) {
        this.code = code;
    }

    /// The number on the wire.
    int code() {
        return code;
    }

    static @Nullable ConnectionKind of(int code) {
        for (ConnectionKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        return null;
    }
}
