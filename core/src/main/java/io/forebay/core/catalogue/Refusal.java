package io.forebay.core.catalogue;

import io.forebay.core.block.BlockKey;

/// The master wants a replica to stay for now: its retirement is not granted, and is not to be proposed again before
/// that time is over.
///
/// @param leftNanos what is left of the replica's lease, at least 1; during a session's inventory, after which leases
///     are known, a short pause
public record Refusal(BlockKey key, long leftNanos) {}
