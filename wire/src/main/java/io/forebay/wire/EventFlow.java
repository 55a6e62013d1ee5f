package io.forebay.wire;

/// A stream of events that is open, or over. Safe from any thread.
public interface EventFlow extends AutoCloseable {
    /// Ends it; its receiver hears nothing more, but for a part that it is hearing now. May be repeated.
    @Override
    void close();
}
