package io.forebay.fabric;

/// What befalls one read of an [InProcessNetwork].
public sealed interface ReadFault {
    /// Nothing: the bytes come.
    record None() implements ReadFault {}

    /// The transport fails behind the first `afterRanges` ranges (at most all but one): a short read.
    record CutShort(int afterRanges) implements ReadFault {}

    /// A bit of the byte at `offsetBytes` of range `range` arrives flipped, and the read claims to be complete.
    /// Indexes beyond the read's end wrap around.
    record Corrupt(int range, long offsetBytes) implements ReadFault {}

    /// Nothing comes until the read's time-out; then, some time behind it, bytes still do, before it is over.
    record Hang() implements ReadFault {}

    /// The connection breaks behind the first `afterRanges` ranges: the peer is down for this reader.
    record Break(int afterRanges) implements ReadFault {}
}
