package io.forebay.core.engine;

/// What a [Query] wants of a chain.
public enum QueryMode {
    /// As much of its front as can be had.
    LONGEST_PREFIX,
    /// All of it or nothing: the node waits until it and the other nodes together have every block, and answers
    /// early enough before the deadline to still read it.
    FULL_PREFIX
}
