package io.forebay.core.handoff;

/// How far a block must have come to count as handed over.
public enum HandoffLevel {
    /// The master has applied the registration: a query from another node finds the block.
    REGISTERED,
    /// It is on its node's SSD, and found there again after the end of the process or a loss of power.
    ON_SSD
}
