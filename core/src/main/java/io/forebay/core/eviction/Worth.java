package io.forebay.core.eviction;

/// What it is worth to keep a run's blocks: the lowest goes first.
@FunctionalInterface
interface Worth {
    /// The worth of each of its blocks; only the order counts.
    ///
    /// @param group of the run
    /// @param age admissions since its blocks were touched
    double of(int group, long age);
}
