package io.forebay.server.settings;

/// Which data planes a node uses.
public enum FabricChoice {
    /// `map` for peers on the same host; for the others `ucx` where this host has an RDMA device, else `tcp`.
    AUTO,
    /// Copies from the peer's pool file; same host only.
    MAP,
    /// Reads over a socket.
    TCP,
    /// Reads over UCX: RDMA, or what UCX makes of TCP.
    UCX
}
