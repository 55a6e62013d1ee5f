package io.forebay.bench.fault;

/// What a [FaultProxy] does to the bytes of one direction.
public sealed interface WireFault {
    /// Forwards them.
    record None() implements WireFault {}

    /// Forwards each piece as it came, so much later.
    record Delay(long nanos) implements WireFault {}

    /// Takes them and forwards nothing, on connections that stay open: the far side waits for what never comes.
    record Drop() implements WireFault {}

    /// Flips one bit of each `every`-th byte, the first at `every` - 1.
    record Corrupt(int every) implements WireFault {}

    /// Forwards so many bytes more, of all connections together, and then closes the connection that has the next.
    record CutAfter(long bytes) implements WireFault {}

    /// Forwards nothing and reads nothing either, so that the sender's buffers fill: a stopped process.
    record Hang() implements WireFault {}
}
