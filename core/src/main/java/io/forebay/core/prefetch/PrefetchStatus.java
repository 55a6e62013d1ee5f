package io.forebay.core.prefetch;

/// What a trigger hears about one block. A closed set; the names are the RFC's.
public enum PrefetchStatus {
    /// A live node has it in memory; its router lease is refreshed.
    IN_MEMORY,
    /// A task brings it to memory, this trigger's or an earlier one's.
    QUEUED,
    /// The owner's main pool is too full: its eviction cannot keep up. Tried again for a while by itself.
    THROTTLED_WATERMARK,
    /// Too many tasks, or no room for one more in the owner's buffer. Tried again for a while by itself.
    THROTTLED_CAP,
    /// The block is known, and no live node that can prefetch has it on SSD.
    NO_LOCAL_DISK,
    /// Nobody has it.
    NOT_FOUND,
    /// One block is larger than the owner's whole buffer. Never tried again.
    TOO_LARGE
}
