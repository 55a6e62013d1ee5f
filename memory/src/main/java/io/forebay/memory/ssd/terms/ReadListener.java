package io.forebay.memory.ssd.terms;

/// Hears how a read ends, on a thread of the tier's or within the call itself: it must only hand over.
public interface ReadListener {
    /// The outcome is known. Exactly once; at the latest at the deadline.
    void finished(ReadOutcome outcome);

    /// No byte of any target will be written any more. Exactly once, after [#finished]; at once unless the read
    /// timed out. Until then whoever owns the memory keeps it in quarantine.
    void over();
}
