package io.forebay.fabric;

/// How the `tcp` fabric reads.
///
/// @param connectionsPerPeer sockets to one peer, each with two threads here and one there; more than one helps where
///     one core cannot saturate the link
/// @param socketBufferBytes of each socket; 0 leaves it to the system, which then adapts it
/// @param graceNanos how long, behind the time-out of a read, a peer may go on owing replies without sending a byte
///     before its connections are closed
/// @param busyNanos how long a receiver that is owed replies looks for them before it sleeps; 0 sleeps at once
public record TcpSettings(int connectionsPerPeer, int socketBufferBytes, long graceNanos, long busyNanos) {
    public TcpSettings {
        if (connectionsPerPeer < 1
                || connectionsPerPeer > 64
                || socketBufferBytes < 0
                || graceNanos < 1
                || busyNanos < 0) {
            throw new IllegalArgumentException(connectionsPerPeer + " connections of " + socketBufferBytes
                    + " bytes, grace of " + graceNanos + " ns, busy for " + busyNanos + " ns: out of range");
        }
    }

    /// One connection, buffers as the system has them, 250 ms of grace, 50 µs awake.
    public static TcpSettings defaults() {
        return new TcpSettings(1, 0, 250_000_000L, 50_000);
    }
}
