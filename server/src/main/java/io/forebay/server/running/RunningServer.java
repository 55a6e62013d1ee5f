package io.forebay.server.running;

import java.util.List;
import java.util.concurrent.CompletionStage;

/// A master, a node, or both, from the moment they are open.
public interface RunningServer extends AutoCloseable {
    /// What is running and where, for people and scripts.
    List<Endpoints> endpoints();

    /// Completes when the server must end by itself; the caller then closes it.
    CompletionStage<Ending> ending();

    /// Stops accepting, hands over, and frees everything, within the configured shutdown time-out. Closing again does
    /// nothing.
    @Override
    void close();
}
