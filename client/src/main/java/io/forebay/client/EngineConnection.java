package io.forebay.client;

import io.forebay.core.engine.EngineProtocol;

/// One connection to a node, with at most one registration made over it. It is never reused for a second one:
/// so a request of an ended registration can never be taken for one of its successor.
public interface EngineConnection extends AutoCloseable {
    /// What can be asked over it. Once closed, every request is answered with a failure.
    EngineProtocol protocol();

    /// Ends the registration and the connection: what is in flight is answered with a failure. Takes a second
    /// at most; calling it again does nothing. Never called from a callback of the connection's.
    @Override
    void close();
}
