package io.forebay.core.catalogue;

import io.forebay.core.block.BlockKey;

/// A promise that a replica stays: no retirement of it is granted, and none is to be proposed, while it lasts. Taken by
/// a barrier on what it covers; it names one replica, so other copies of the block stay evictable.
///
/// @param leftNanos what is left of it, at least 1
public record RouterLease(BlockKey key, long leftNanos) {}
