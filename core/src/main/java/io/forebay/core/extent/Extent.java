package io.forebay.core.extent;

import io.forebay.core.answer.InvalidInput;

/// An allocated range of a node's pool.
///
/// @param offsetBytes from the start of the pool's data area; the generation of this very offset belongs to the
///     extent
/// @param lengthBytes as asked for; the allocator may keep more (up to a granule)
/// @param generation of `offsetBytes` when the extent was allocated; another value there means that the extent was
///     freed and that the bytes may be somebody else's
public record Extent(long offsetBytes, long lengthBytes, long generation) {
    public Extent {
        InvalidInput.unless(offsetBytes >= 0, "extent.offset", "is negative: " + offsetBytes);
        InvalidInput.unless(lengthBytes > 0, "extent.length", "is " + lengthBytes + "; it must be positive");
        InvalidInput.unless(offsetBytes <= Long.MAX_VALUE - lengthBytes, "extent.length", "overflows: " + lengthBytes);
    }

    public long endBytes() {
        return offsetBytes + lengthBytes;
    }
}
