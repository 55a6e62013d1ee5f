package io.forebay.core.tier;

/// When a block is written to its node's SSD.
public enum SsdWriting {
    /// As soon as an engine has saved it: all survives a restart, and everything is written once.
    AT_SEAL,
    /// When an engine asks for it while it is in memory: spares the device what nobody asks for again.
    AT_SECOND_USE,
    /// When it is about to leave memory for room: spares the device what is gone from memory by itself, and keeps
    /// nothing of what is in memory through a restart but what a barrier asks for.
    ON_EVICTION
}
