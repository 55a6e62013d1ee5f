package io.forebay.fabric;

/// A read that has been started. Its end is told to its [ReadListener].
@FunctionalInterface
public interface ReadOperation {
    /// Asks the read to stop; it then ends as failed unless it has ended already. Returns at once: the destinations
    /// may be written until [ReadListener#over].
    void cancel();
}
