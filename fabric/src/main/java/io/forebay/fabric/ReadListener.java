package io.forebay.fabric;

/// Hears how a read ends. Called on a thread of the fabric's: it must only hand over.
public interface ReadListener {
    /// The result is known. Exactly once; at the latest at the read's time-out (250 ms of slack) or its cancellation.
    void finished(ReadResult result);

    /// No byte of any destination will be written any more. Exactly once, after [#finished]. Until then they belong
    /// to the fabric: whoever owns the memory keeps it in quarantine.
    void over();
}
