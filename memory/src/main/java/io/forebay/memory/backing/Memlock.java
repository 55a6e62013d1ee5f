package io.forebay.memory.backing;

/// Whether a pool's pages are locked in memory, so that none is ever swapped out; those of a tmpfs can be.
public enum Memlock {
    /// Locked; where the system refuses, a warning.
    AUTO,
    /// Locked, or no start.
    ON,
    /// Not locked.
    OFF
}
