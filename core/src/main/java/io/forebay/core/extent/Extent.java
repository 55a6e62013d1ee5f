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
        // Spelled out: a reply holds 131,072 extents, and a message that nobody reads costs more than the check.
        if (offsetBytes < 0) {
            throw new InvalidInput("extent.offset", "is negative: " + offsetBytes);
        }
        if (lengthBytes <= 0) {
            throw new InvalidInput("extent.length", "is " + lengthBytes + "; it must be positive");
        }
        if (offsetBytes > Long.MAX_VALUE - lengthBytes) {
            throw new InvalidInput("extent.length", "overflows: " + lengthBytes);
        }
    }

    public long endBytes() {
        return offsetBytes + lengthBytes;
    }
}
