package io.forebay.memory.ssd.terms;

/// Why a block was not written. The copy in memory is as good as before.
public enum WriteRefusal {
    /// It is there already.
    PRESENT,
    /// Another write of it is under way.
    IN_FLIGHT,
    /// No file of any device could hold it.
    TOO_LARGE,
    /// As many writes wait already as may.
    QUEUE_FULL,
    /// There is no room, and reclaim did not make any.
    NO_ROOM,
    /// Every device is left alone for a while because it failed lately, or the one that the write waited for.
    DEVICE_FAILING,
    /// The device failed the write.
    IO_ERROR,
    /// The device did not carry it out within the deadline.
    TIMED_OUT,
    /// It was dropped before it was complete.
    DROPPED,
    /// The tier is closing.
    CLOSED
}
