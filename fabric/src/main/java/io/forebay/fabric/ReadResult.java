package io.forebay.fabric;

import io.forebay.core.answer.Failure;

/// How a read ended.
public sealed interface ReadResult {
    /// Leading ranges whose bytes are all there, read while their generation was the expected one.
    int completedRanges();

    /// Every range is there.
    record Complete(int completedRanges) implements ReadResult {}

    /// The read stopped at range `completedRanges` because its generation was no longer the expected one: the owner
    /// freed the extent. The peer itself is well.
    record Stale(int completedRanges) implements ReadResult {}

    /// The peer, the transport or the time failed, or the read was cancelled; the leading ranges are good all the
    /// same.
    record Failed(int completedRanges, Failure failure) implements ReadResult {}
}
