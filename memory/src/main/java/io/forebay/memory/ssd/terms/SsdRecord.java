package io.forebay.memory.ssd.terms;

import io.forebay.core.block.BlockKey;
import io.forebay.core.layout.Layout;

/// A block on a device.
///
/// @param storedBytes what it takes there, head and padding included
/// @param sequence of two records of a key, the one with the higher sequence counts
public record SsdRecord(BlockKey key, Layout layout, long storedBytes, long sequence) {}
