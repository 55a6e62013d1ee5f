package io.forebay.core.catalogue;

/// What a reader met at an owner that the catalogue had named.
public enum StaleReason {
    /// The owner does not have the block, although the catalogue has applied everything that the owner says it told.
    ABSENT,
    /// What the owner gave for the block was not what had been sealed.
    CORRUPT
}
