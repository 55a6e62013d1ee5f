package io.forebay.core.lease;

/// The answer to a release or a renewal of an engine lease.
public enum LeaseOutcome {
    /// One use is given back, or the lease has its full time again.
    DONE,
    /// No such lease: never granted, fully released, or expired. Its blocks may be gone.
    UNKNOWN,
    /// The lease belongs to another instance; nothing changed.
    OTHER_INSTANCE
}
