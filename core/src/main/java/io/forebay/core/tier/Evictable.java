package io.forebay.core.tier;

/// Something resident that an [EvictionPolicy] may name as victim. It carries what the policy knows of it, so that a
/// hit allocates nothing and searches nothing; hence it is in one policy at a time.
public abstract class Evictable {
    /// The queued moment of a block that is in no policy.
    static final long ABSENT = 0;

    /// When the block was last admitted or hit, counted by the policy.
    long usedMoment;

    /// Whether enough others have it that it goes first.
    boolean spare;

    /// What the policy's queue takes for that; [#ABSENT] when the block is in no policy.
    long queuedMoment;
}
