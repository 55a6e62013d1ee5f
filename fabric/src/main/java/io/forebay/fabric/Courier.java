package io.forebay.fabric;

/// The time of an [InProcessNetwork]: a simulator's queue of events, or a test's. Single-threaded with the network,
/// and never runs anything within the call.
public interface Courier {
    /// Runs `arrival` once, when whatever travels here arrives: a part of a read, or the news that a peer is gone.
    /// The courier decides when; arrivals of different reads may overtake each other.
    void deliver(Runnable arrival);

    /// Runs `alarm` once, `delayNanos` from now.
    void after(long delayNanos, Runnable alarm);
}
