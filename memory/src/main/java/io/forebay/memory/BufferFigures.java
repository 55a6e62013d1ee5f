package io.forebay.memory;

/// A pool's prefetch buffer at one moment, in bytes of whole granules.
///
/// @param quarantinedBytes of the used ones
/// @param largestFreeBytes the largest extent that it could give now
public record BufferFigures(long capacityBytes, long usedBytes, long quarantinedBytes, long largestFreeBytes) {
    /// Of a pool without a buffer.
    public static final BufferFigures NONE = new BufferFigures(0, 0, 0, 0);
}
