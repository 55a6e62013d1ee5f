package io.forebay.bench.router;

import io.forebay.core.prefetch.PrefetchStatus;

/// What a router knew of a block, or did for it, at its request's arrival. A closed set.
public enum BeforeGet {
    /// Some node had it in memory: nothing was to be done.
    IN_MEMORY,
    /// It was on SSD alone, and is to be brought to memory.
    QUEUED,
    /// It was on SSD alone, and its owner's main pool is too full.
    THROTTLED_WATERMARK,
    /// It was on SSD alone, and there are too many promotions, or too little room in its owner's buffer.
    THROTTLED_CAP,
    /// It was on SSD alone, and no trigger was sent, or none that was heard.
    NOT_TRIGGERED,
    /// Nobody had it, or a block before it; or the lookup was not answered.
    UNKNOWN;

    static BeforeGet of(PrefetchStatus status) {
        return switch (status) {
            case IN_MEMORY -> IN_MEMORY;
            case QUEUED -> QUEUED;
            case THROTTLED_WATERMARK -> THROTTLED_WATERMARK;
            case THROTTLED_CAP -> THROTTLED_CAP;
            case NO_LOCAL_DISK, TOO_LARGE -> NOT_TRIGGERED;
            case NOT_FOUND -> UNKNOWN;
        };
    }

    boolean isThrottled() {
        return this == THROTTLED_WATERMARK || this == THROTTLED_CAP;
    }
}
