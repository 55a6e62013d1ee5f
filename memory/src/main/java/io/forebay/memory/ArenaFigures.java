package io.forebay.memory;

/// One arena of a pool at one moment, in bytes of whole granules.
///
/// @param numaNode the kernel's number of the node whose memory it has
/// @param largestFreeBytes the largest extent that it could give now
public record ArenaFigures(int numaNode, long capacityBytes, long usedBytes, long largestFreeBytes) {}
