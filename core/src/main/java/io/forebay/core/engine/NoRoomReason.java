package io.forebay.core.engine;

/// Why there is no room for a block.
public enum NoRoomReason {
    /// Everything resident is leased, locked, or waits for the master's word.
    FULL,
    /// The block is larger than the whole pool.
    TOO_LARGE,
    /// The instance has too much unsealed memory in quarantine.
    QUARANTINE,
    /// The node is shutting down, or drained; another start or another node has room.
    SHUTTING_DOWN
}
