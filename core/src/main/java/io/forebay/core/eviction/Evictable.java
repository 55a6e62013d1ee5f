package io.forebay.core.eviction;

import org.jspecify.annotations.Nullable;

/// Something resident that an [EvictionPolicy] may name as victim. It carries what the policy knows of it, so that a
/// hit allocates nothing and searches nothing; hence it is in one policy at a time.
public abstract class Evictable {
    /// Where a block stands that is in no policy.
    static final int NOWHERE = -1;

    /// Names the block in a [BlockPath], too. Blocks that share it are possible and not to be expected.
    final long key;

    /// [Chi]: where it stands among the known blocks.
    int place = NOWHERE;

    /// [Lru]: when it was last admitted or used, as [Moments] count.
    long usedMoment;

    /// [Lru]: what the queue takes for that.
    long queuedMoment;

    /// [Lru]: the one that holds it; null: none.
    @Nullable
    Lru<?> holder;

    /// [SpareFirst]: whether it is admitted.
    boolean admitted;

    /// [SpareFirst]: whether enough others have it that it goes first.
    boolean spare;

    /// @param key 64 bits that follow from the block's name, as its paths say them
    protected Evictable(long key) {
        this.key = key;
    }
}
