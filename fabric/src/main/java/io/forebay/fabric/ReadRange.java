package io.forebay.fabric;

import java.lang.foreign.MemorySegment;

/// One range of a peer's region and where its bytes go.
///
/// @param region id of the region in the peer's endpoint
/// @param offsetBytes from the region's start
/// @param generation expected at `offsetBytes` before and after the copy
/// @param destination native memory here; its size is the length of the range
public record ReadRange(int region, long offsetBytes, long generation, MemorySegment destination) {
    public long lengthBytes() {
        return destination.byteSize();
    }
}
