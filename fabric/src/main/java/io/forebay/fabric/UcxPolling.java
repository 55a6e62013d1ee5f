package io.forebay.fabric;

/// How the thread of the `ucx` fabric waits for work.
public enum UcxPolling {
    /// Never sleeps: the shortest wait, for a whole processor.
    BUSY,
    /// Stays awake for a moment behind its last work, then sleeps.
    ADAPTIVE,
    /// Sleeps as soon as there is nothing to do.
    BLOCKING
}
