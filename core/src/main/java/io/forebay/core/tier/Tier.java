package io.forebay.core.tier;

/// Where a replica is on its node.
public enum Tier {
    /// In its memory: peers read it there.
    MEMORY,
    /// On its SSD: the node brings it to its memory for whoever asks.
    LOCAL_DISK
}
