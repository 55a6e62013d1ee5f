package io.forebay.core.engine;

/// The answer to [Seal] or [Abort] for one key; each block stands for itself.
public enum SealOutcome {
    /// The rank's slots are sealed (or given back, for an abort).
    DONE,
    /// The rank had sealed these slots before; nothing changed.
    ALREADY_SEALED,
    /// No such reservation is known: it was never made, or aborted, or dropped after 300 s without a seal.
    NOT_RESERVED,
    /// Another instance holds the reservation; nothing changed.
    OTHER_INSTANCE
}
