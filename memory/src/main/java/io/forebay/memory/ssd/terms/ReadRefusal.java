package io.forebay.memory.ssd.terms;

/// Why nothing was read.
public enum ReadRefusal {
    /// As many reads of the device are under way already as may be.
    QUEUE_FULL,
    /// The device is left alone for a while because it failed lately.
    DEVICE_FAILING,
    /// The record was dropped.
    GONE,
    /// The tier is closing.
    CLOSED
}
