package io.forebay.fabric;

import java.util.ArrayList;
import java.util.List;

/// What one get of UCX reads: neighbouring ranges together, a long range in several.
///
/// @param region id of the region in the peer's endpoint
/// @param offset of its first byte in the region
/// @param target address of its first byte here
/// @param length in bytes
record UcxPiece(int region, long offset, long target, long length) {
    /// Neighbours are joined up to this size and longer ranges are cut at it, so that a read which nobody waits for
    /// any more is over soon.
    static final long MAX_BYTES = 1 << 20;

    /// The pieces of ranges, in order.
    static List<UcxPiece> of(List<ReadRange> ranges) {
        List<UcxPiece> pieces = new ArrayList<>();
        for (ReadRange range : ranges) {
            long length = range.lengthBytes();
            for (long done = 0; done < length; done += MAX_BYTES) {
                UcxPiece piece = new UcxPiece(
                        range.region(),
                        range.offsetBytes() + done,
                        range.destination().address() + done,
                        Math.min(MAX_BYTES, length - done));
                if (!pieces.isEmpty() && pieces.getLast().takes(piece)) {
                    pieces.add(pieces.removeLast().with(piece));
                } else {
                    pieces.add(piece);
                }
            }
        }
        return pieces;
    }

    private boolean takes(UcxPiece next) {
        return next.region == region
                && next.offset == offset + length
                && next.target == target + length
                && next.length <= MAX_BYTES - length;
    }

    private UcxPiece with(UcxPiece next) {
        return new UcxPiece(region, offset, target, length + next.length);
    }
}
