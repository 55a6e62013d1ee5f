package io.forebay.server.settings;

/// What becomes of a value that a client of the RESP gateway sets again.
public enum Overwrite {
    /// The new one counts.
    REPLACE,
    /// The first one stays, and the client is told that all is well.
    KEEP
}
