package io.forebay.node;

import io.forebay.core.block.BlockHash;

/// What dropping a block came to on one node, over all namespaces.
///
/// @param inMemory copies that were in memory, the prefetch buffer included
/// @param stillRead of them, those whose memory somebody still reads: it is free when the last one lets go
/// @param onSsd records that were on SSD, or on their way there
public record Dropped(BlockHash hash, int inMemory, int stillRead, int onSsd) {}
