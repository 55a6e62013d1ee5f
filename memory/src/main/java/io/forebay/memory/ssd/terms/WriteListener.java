package io.forebay.memory.ssd.terms;

/// Hears how a write ends, on a thread of the tier's or within the call itself: it must only hand over.
public interface WriteListener {
    /// The outcome is known. Exactly once; at the latest at the deadline.
    void finished(WriteOutcome outcome);

    /// The slots' bytes are not read any more. Exactly once, after [#finished].
    void over();
}
