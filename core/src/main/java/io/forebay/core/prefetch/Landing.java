package io.forebay.core.prefetch;

/// Where a promotion's block is put on its node. The master says which, the node obeys.
public enum Landing {
    /// The prefetch buffer.
    BUFFER,
    /// The main pool.
    MAIN
}
