package io.forebay.core.extent;

/// The generations of a pool, its own or a peer's: a number for each possible extent start that changes when the
/// extent there is freed, before the range goes to any other writer (architecture, decision 12).
///
/// Safe from any thread. A reader compares before and after its copy: [#acquire], copy, [#confirm].
public interface Generations {
    /// The generation at `offsetBytes` of the data area, read with acquire semantics: no later read moves before it.
    /// An offset outside the pool answers -1, which no extent ever has.
    long acquire(long offsetBytes);

    /// True if the generation there is still `expected`, after an acquire fence: no earlier read moves behind it.
    boolean confirm(long offsetBytes, long expected);
}
