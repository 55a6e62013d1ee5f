package io.forebay.memory;

import io.forebay.core.extent.Extent;

/// The answer to [Pool#allocate].
public sealed interface Allocation {
    /// The extent is the caller's until it is freed.
    record Granted(Extent extent) implements Allocation {}

    /// No free range is long enough now; evicting may help.
    record Full() implements Allocation {}

    /// No eviction can ever help: the largest arena of the pool has `limitBytes` altogether.
    record TooLarge(long limitBytes) implements Allocation {}
}
