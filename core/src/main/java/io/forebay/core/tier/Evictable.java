package io.forebay.core.tier;

import org.jspecify.annotations.Nullable;

/// Something resident that an [EvictionPolicy] may name as victim. It carries the policy's links itself, so that
/// admitting, using and leaving allocate nothing and search nothing; hence it is in one policy at a time.
public abstract class Evictable {
    @Nullable
    Evictable older;

    @Nullable
    Evictable newer;
}
