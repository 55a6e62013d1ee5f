package io.forebay.core.fetch;

/// Why one attempt of a [FetchPlan] ended as it did. A closed set, so that it can be a label of a metric; each cause
/// belongs to exactly one [AttemptEnd].
public enum AttemptCause {
    /// Everything asked for came.
    COMPLETE(AttemptEnd.COMPLETE),
    /// The owner did not have the next block.
    ABSENT(AttemptEnd.ABSENT),
    /// What the owner said of the block does not fit its layout.
    GEOMETRY(AttemptEnd.CORRUPT),
    /// The owner had freed the block by the time it was read.
    GENERATION(AttemptEnd.CORRUPT),
    /// The bytes are not the ones that were sealed.
    CHECKSUM(AttemptEnd.CORRUPT),
    /// No connection: refused, no answer in time, no common fabric, or another incarnation.
    CONNECT(AttemptEnd.PEER_FAILED),
    /// The owner did not say in time where the blocks lie.
    QUERY_DEADLINE(AttemptEnd.PEER_FAILED),
    /// The owner could not be asked where the blocks lie, or refused to say.
    QUERY_FAILED(AttemptEnd.PEER_FAILED),
    /// The bytes did not come in time.
    READ_DEADLINE(AttemptEnd.PEER_FAILED),
    /// The transport failed while bytes were read.
    TRANSPORT(AttemptEnd.PEER_FAILED),
    /// The transfer lock was gone before the read was over.
    LOCK_LOST(AttemptEnd.PEER_FAILED),
    /// Whether the transfer lock held to the end is unknown: no answer.
    UNLOCK_UNANSWERED(AttemptEnd.PEER_FAILED),
    /// Leases hold as much of this node's pool as they may.
    LEASES_FULL(AttemptEnd.LOCAL_PRESSURE),
    /// This node's pool had no room.
    POOL_FULL(AttemptEnd.LOCAL_PRESSURE),
    /// Too many attempts wait for their turn here.
    QUEUE_FULL(AttemptEnd.LOCAL_PRESSURE),
    /// Nobody waits for it any more, or the fetch's time was over.
    ABANDONED(AttemptEnd.DEADLINE);

    private final AttemptEnd end;

    AttemptCause(AttemptEnd end) {
        this.end = end;
    }

    /// How an attempt of this cause ended.
    public AttemptEnd end() {
        return end;
    }

    /// Of a query that got no answer.
    public static AttemptCause ofQuery(long tookNanos, long timeoutNanos) {
        return tookNanos >= timeoutNanos ? QUERY_DEADLINE : QUERY_FAILED;
    }

    /// Of a read that failed.
    public static AttemptCause ofRead(long tookNanos, long timeoutNanos) {
        return tookNanos >= timeoutNanos ? READ_DEADLINE : TRANSPORT;
    }
}
