package io.forebay.fabric;

/// How the `tcp` fabric reads.
///
/// @param connectionsPerPeer sockets to one peer, each with two threads here and one there; more than one helps where
///     one core cannot saturate the link
/// @param socketBufferBytes of each socket; 0 leaves it to the system, which then adapts it
/// @param graceNanos how long, behind the time-out of a read, a peer may go on owing replies without sending a byte
///     before its connections are closed
public record TcpSettings(int connectionsPerPeer, int socketBufferBytes, long graceNanos) {
    public TcpSettings {
        if (connectionsPerPeer < 1 || connectionsPerPeer > 64 || socketBufferBytes < 0 || graceNanos < 1) {
            throw new IllegalArgumentException(connectionsPerPeer + " connections of " + socketBufferBytes
                    + " bytes, grace of " + graceNanos + " ns: out of range");
        }
    }

    /// One connection, buffers as the system has them, 250 ms of grace.
    public static TcpSettings defaults() {
        return new TcpSettings(1, 0, 250_000_000L);
    }
}
