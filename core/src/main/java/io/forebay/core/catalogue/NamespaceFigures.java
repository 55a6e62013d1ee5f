package io.forebay.core.catalogue;

import io.forebay.core.block.Namespace;

/// One namespace as the catalogue knows it, for people and pages. Blocks of ended sessions that are not yet reclaimed
/// count.
///
/// @param inMemory distinct blocks with a replica in memory
/// @param onDisk distinct blocks with a replica on SSD
/// @param blockBytes of one block; 0 where no node has said
public record NamespaceFigures(Namespace namespace, long inMemory, long onDisk, long blockBytes) {}
