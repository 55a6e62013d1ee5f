package io.forebay.fabric;

/// How a data port listens.
///
/// @param bindHost address to listen on
/// @param advertisedHost what peers connect to; it goes into endpoints
/// @param port 0: the system chooses
/// @param maxConnections peers' connections at one time; one more is closed at once. Each costs a thread
/// @param stallNanos a handshake or a write to a peer that makes no progress for so long (at most twice as long) ends
///     its connection; idle ones stay
public record PortSettings(String bindHost, String advertisedHost, int port, int maxConnections, long stallNanos) {
    public PortSettings {
        if (port < 0 || port > 65_535 || maxConnections < 1 || stallNanos < 1) {
            throw new IllegalArgumentException("port " + port + ", at most " + maxConnections
                    + " connections, stall after " + stallNanos + " ns: out of range");
        }
    }

    /// 1,024 connections, stalled after 10 s.
    public static PortSettings of(String bindHost, String advertisedHost, int port) {
        return new PortSettings(bindHost, advertisedHost, port, 1024, 10_000_000_000L);
    }
}
