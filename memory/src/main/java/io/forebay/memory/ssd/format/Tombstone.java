package io.forebay.memory.ssd.format;

import io.forebay.core.block.BlockKey;

/// Says that every record of a key with a lower sequence is dropped.
///
/// @param fileNumber of the file that had the record; when that file is gone, so is what the tombstone is for
public record Tombstone(BlockKey key, long sequence, long fileNumber) {}
