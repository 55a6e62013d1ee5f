package io.forebay.gateway.resp;

import io.forebay.core.block.BlockKey;
import org.jspecify.annotations.Nullable;

/// What is known of a key: where its value is, and until when. Gateway thread only.
final class Entry {
    /// Never.
    static final long NO_END = 0;

    final Key key;
    /// In the order in which keys came; a scan goes by it.
    final long number;
    /// Grows with each value of any key.
    long version;
    /// In memory; null: on SSD only, or nowhere.
    @Nullable
    Value value;

    long length;
    /// Bytes of a slot and number of slots, for reading it from SSD.
    long roomBytes;
    /// Milliseconds of the wall clock, or [#NO_END].
    long endsAtMillis = NO_END;
    /// The block's name on SSD; null where the node has none.
    @Nullable
    BlockKey block;
    /// Wants to be written to SSD still.
    boolean dirty;

    /// Neighbours in the order of use.
    @Nullable
    Entry older;

    @Nullable
    Entry newer;

    Entry(Key key, long number) {
        this.key = key;
        this.number = number;
    }

    boolean hasEnded(long nowMillis) {
        return endsAtMillis != NO_END && endsAtMillis <= nowMillis;
    }
}
