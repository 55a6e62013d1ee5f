package io.forebay.core.fetch;

/// How one block of a query ended: a hit, or a miss with exactly one cause. A query's outcomes add up to its keys.
public enum Outcome {
    /// Hit: it was in this node's memory.
    MEMORY(true),
    /// Hit: it was in this node's prefetch buffer, since somebody had it brought there from SSD.
    BUFFER(true),
    /// Hit: it was read from a peer's memory.
    PEER(true),
    /// Hit: it was read from this node's SSD.
    SSD(true),
    /// No live node has it.
    MISS_NO_OWNER(false),
    /// The master has just started and does not know every node's blocks yet.
    MISS_WARMING(false),
    /// Nobody stores blocks of this layout, but there are blocks of the same model under another one.
    MISS_LAYOUT(false),
    /// The catalogue named an owner, but the owner no longer had it.
    MISS_STALE_OWNER(false),
    /// Every owner asked failed: connection, deadline of the attempt, transport, or a lost transfer lock.
    MISS_TRANSFER_ERROR(false),
    /// The bytes that came were not the ones that were sealed.
    MISS_CORRUPT(false),
    /// This node has it on SSD alone, and could not read it: an error, its deadline, or too many reads at once.
    MISS_SSD_ERROR(false),
    /// The catalogue named owners, and all of them are spared for now: they failed lately, or have shown that they do
    /// not have this block.
    MISS_SUPPRESSED(false),
    /// This node had no room, its leases are at their limit, the reply is full, or it is shutting down.
    MISS_LOCAL_PRESSURE(false),
    /// The master gave no answer.
    MISS_MASTER_UNAVAILABLE(false),
    /// The engine's own node gave no answer; said by the client library, never by a node.
    MISS_NODE_UNAVAILABLE(false),
    /// The query's deadline passed first.
    MISS_DEADLINE(false),
    /// It was there, but the query wanted all or nothing, and a block behind it is missing.
    MISS_INCOMPLETE(false),
    /// It lies behind the first miss of the chain, so it was of no use.
    NOT_ATTEMPTED(false);

    private final boolean hit;

    Outcome(boolean hit) {
        this.hit = hit;
    }

    public boolean isHit() {
        return hit;
    }
}
