package io.forebay.core.prefetch;

/// Why a node could not carry out a promotion.
public enum PromotionFailure {
    /// Nothing in the landing place could go.
    NO_ROOM,
    /// The record did not have its checksum, and is gone.
    CORRUPT,
    /// The node has no such record.
    ABSENT,
    /// The device failed, or did not answer in time.
    DEVICE,
    /// The node ends, or gave the task up.
    STOPPED
}
