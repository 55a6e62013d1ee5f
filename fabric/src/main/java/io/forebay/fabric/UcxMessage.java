package io.forebay.fabric;

import java.lang.foreign.MemorySegment;

/// An active message to send.
///
/// @param id says who takes it, see [UcxFrames]
/// @param header of which the first `headerBytes` are sent; both stay as they are until UCX has done with them
/// @param data behind it, may be empty
record UcxMessage(int id, MemorySegment header, long headerBytes, MemorySegment data) {
    /// One of a header alone.
    static UcxMessage bare(int id, MemorySegment header, long headerBytes) {
        return new UcxMessage(id, header, headerBytes, MemorySegment.NULL);
    }

    /// True if the receiver is to get an endpoint to answer on.
    boolean wantsReply() {
        return id == UcxFrames.QUESTION || id == UcxFrames.FETCH;
    }
}
