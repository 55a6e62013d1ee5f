package io.forebay.gateway.resp;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// What an operator decides about the gateway.
///
/// @param host that it listens on
/// @param port 0: the system chooses
public record RespSettings(String host, int port, Access access, Bounds bounds, Policy policy) {
    /// Who may come in.
    ///
    /// @param password of everybody; empty: none is asked for
    /// @param tls without it the port speaks in the clear
    public record Access(String password, Optional<Tls> tls) {}

    /// A certificate chain and its private key, both PEM.
    public record Tls(Path certificate, Path key) {}

    /// What clients may take.
    ///
    /// @param connections at one time
    /// @param memoryBytes of the pool for all values, those on their way in included
    /// @param keys that are known at one time
    /// @param request without 64 KiB of progress within it, a request or a reply under way ends its connection
    /// @param idle after which a connection without a request ends
    public record Bounds(int connections, long memoryBytes, int keys, Duration request, Duration idle) {}

    /// What happens where Redis has more than one answer.
    ///
    /// @param replaces whether a value set again is replaced; else the first stays, and the answer is `OK`
    /// @param evicts whether values go for room; else a value without room is refused
    /// @param flushes whether clients may forget everything
    /// @param closesAfterError whether a connection ends after an error reply
    public record Policy(boolean replaces, boolean evicts, boolean flushes, boolean closesAfterError) {}
}
