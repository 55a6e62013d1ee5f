package io.forebay.core.eviction;

/// Numbers the uses of blocks. Policies between which blocks move share one, so that a block's last use means the same
/// in each. One thread.
final class Moments {
    private long last;

    /// Later than all before.
    long next() {
        return ++last;
    }
}
