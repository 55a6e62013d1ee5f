package io.forebay.server.settings;

/// What a process is started as; a setting applies to some of them.
public enum Role {
    MASTER,
    NODE,
    /// A master and a node in one process: every setting applies.
    STANDALONE
}
