package io.forebay.fabric;

/// How the `tcp` fabric reads.
///
/// @param connectionsPerPeer sockets to one peer, each with two threads here and one there; more than one helps where
///     one core cannot saturate the link
/// @param socketBufferBytes of each socket; 0 leaves it to the system, which then adapts it
public record TcpSettings(int connectionsPerPeer, int socketBufferBytes) {
    public TcpSettings {
        if (connectionsPerPeer < 1 || connectionsPerPeer > 64 || socketBufferBytes < 0) {
            throw new IllegalArgumentException(
                    connectionsPerPeer + " connections of " + socketBufferBytes + " bytes: out of range");
        }
    }

    /// One connection, buffers as the system has them.
    public static TcpSettings defaults() {
        return new TcpSettings(1, 0);
    }
}
