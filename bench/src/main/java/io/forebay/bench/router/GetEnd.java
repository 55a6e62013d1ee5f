package io.forebay.bench.router;

import io.forebay.core.fetch.Outcome;

/// What a get met of a block: what had to be done before the engine could go on. A closed set.
public enum GetEnd {
    /// It was in the node's memory.
    MEMORY,
    /// It was in the node's prefetch buffer.
    BUFFER,
    /// It was read from a peer's memory.
    PEER,
    /// It was read from the node's SSD.
    SSD,
    /// It was read from a peer's SSD.
    SSD_OF_PEER,
    /// It is to be computed.
    MISS;

    /// @param outcome as the get's node said it, which calls both kinds of a peer's blocks the same
    /// @param inMemory whether some node had it in memory when the get began
    static GetEnd of(Outcome outcome, boolean inMemory) {
        return switch (outcome) {
            case MEMORY -> MEMORY;
            case BUFFER -> BUFFER;
            case PEER -> inMemory ? PEER : SSD_OF_PEER;
            case SSD -> SSD;
            case MISS_NO_OWNER,
                    MISS_WARMING,
                    MISS_LAYOUT,
                    MISS_STALE_OWNER,
                    MISS_TRANSFER_ERROR,
                    MISS_CORRUPT,
                    MISS_SSD_ERROR,
                    MISS_SUPPRESSED,
                    MISS_LOCAL_PRESSURE,
                    MISS_MASTER_UNAVAILABLE,
                    MISS_NODE_UNAVAILABLE,
                    MISS_DEADLINE,
                    MISS_INCOMPLETE,
                    NOT_ATTEMPTED -> MISS;
        };
    }

    boolean isFromSsd() {
        return this == SSD || this == SSD_OF_PEER;
    }
}
