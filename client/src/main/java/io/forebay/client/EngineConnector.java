package io.forebay.client;

import java.io.IOException;

/// How a client reaches its node: over gRPC in production, without a network in tests.
@FunctionalInterface
public interface EngineConnector {
    /// Opens a connection. It may return before anything is known about the other side: whether the node lives
    /// shows in the answer to `register`.
    ///
    /// @param address `host:port`
    /// @param lost to be called when the registration that was made over this connection has ended or the
    ///     connection is broken; from any thread, as often as it happens
    /// @throws IOException if it is clear at once that there is no way to the node
    EngineConnection connect(String address, Runnable lost) throws IOException;
}
