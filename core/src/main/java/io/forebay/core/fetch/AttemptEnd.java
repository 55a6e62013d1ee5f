package io.forebay.core.fetch;

/// How one attempt of a [FetchPlan] ended, and so whom it blames.
public enum AttemptEnd {
    /// Everything asked for came. Blames nobody.
    COMPLETE,
    /// The owner answered and did not have the first hash that did not come. Blames the owner for that hash.
    ABSENT,
    /// What came for the first missing hash did not match checksum, generation or geometry. Blames the owner for that
    /// hash.
    CORRUPT,
    /// Connection, deadline of the attempt, transport, or a lost transfer lock. Blames the owner for everything.
    PEER_FAILED,
    /// No room here, or this node is shutting down. Blames nobody else: another owner would meet the same.
    LOCAL_PRESSURE,
    /// The deadline of the whole fetch has passed. Blames nobody.
    DEADLINE
}
