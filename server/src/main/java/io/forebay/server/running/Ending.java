package io.forebay.server.running;

/// Why a server ends though nobody asked it to.
public enum Ending {
    /// A newer start of the same node has taken over: this process must not be restarted.
    SUPERSEDED,
    /// A broken invariant: the state is not to be trusted, so the process ends and a restart begins empty.
    BROKEN
}
