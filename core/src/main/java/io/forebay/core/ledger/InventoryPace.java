package io.forebay.core.ledger;

/// How many keys of an inventory go into one batch: few at first, since a master that has just started is slow, then
/// as many as it takes in within [#AIM_NANOS]. A fresh block waits for the batch in flight and goes with the next one,
/// so
/// this is what it waits for while the inventory lasts.
///
/// Not safe for several threads; its ledger steps it.
final class InventoryPace {
    static final int FIRST_KEYS = 512;
    static final int LEAST_KEYS = 256;
    static final int MOST_KEYS = 4_096;

    /// From the sending of a batch to its reply.
    static final long AIM_NANOS = 10_000_000L;

    private int keys = FIRST_KEYS;
    private int sentKeys;
    private long sentNanos;

    /// Keys that the next batch may have.
    int keys() {
        return keys;
    }

    /// Another master, or the same one with nothing.
    void begin() {
        keys = FIRST_KEYS;
        sentKeys = 0;
    }

    /// @param inventoryKeys that the batch has
    void sent(int inventoryKeys, long nowNanos) {
        sentKeys = inventoryKeys;
        sentNanos = nowNanos;
    }

    /// The batch is applied. One that was not full says nothing.
    void applied(long nowNanos) {
        if (sentKeys < keys) {
            return;
        }
        long took = nowNanos - sentNanos;
        if (took <= AIM_NANOS / 2) {
            keys = Math.min(MOST_KEYS, keys * 2);
        } else if (took > AIM_NANOS) {
            keys = Math.max(LEAST_KEYS, keys / 2);
        }
    }
}
