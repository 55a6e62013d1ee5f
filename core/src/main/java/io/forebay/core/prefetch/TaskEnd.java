package io.forebay.core.prefetch;

/// How a task ended. Each has exactly one end.
public enum TaskEnd {
    /// The block is registered in memory.
    COMPLETED,
    /// The node could not: no room, a damaged record, a failing device.
    FAILED,
    /// Its time was over before anybody read, or it was handed out in vain too often, or nobody heard of it for so
    /// long.
    EXPIRED,
    /// Nobody wants it any more, or its SSD record or its node is gone.
    CANCELLED,
    /// The block came to memory by another way.
    SUPERSEDED
}
