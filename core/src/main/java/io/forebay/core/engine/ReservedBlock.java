package io.forebay.core.engine;

import io.forebay.core.block.BlockHash;

/// A block as one rank has reserved it.
///
/// @param reservation the number in [Reservation.Granted]
public record ReservedBlock(BlockHash hash, long reservation) {}
