package io.forebay.server.settings;

/// Which data planes a node uses.
public enum FabricChoice {
    /// `map` for peers on the same host, `tcp` for the others.
    AUTO,
    /// Copies from the peer's pool file; same host only.
    MAP,
    /// Reads over a socket.
    TCP
}
