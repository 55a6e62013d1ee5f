package io.forebay.core.engine;

import io.forebay.core.extent.Extent;
import java.util.List;

/// The answer to [Reserve] for one key.
public sealed interface Reservation {
    /// The block is resident: nothing to write.
    record Present() implements Reservation {}

    /// Write here.
    ///
    /// @param number names this reservation in a seal or an abort; the node gives no number twice, so that a late
    ///     message about an earlier reservation of the same block does nothing to this one
    /// @param extents one for each slot of the asking rank, in the order of `Layout.slotsOfRank`
    record Granted(long number, List<Extent> extents) implements Reservation {
        public Granted {
            extents = List.copyOf(extents);
        }
    }

    /// Another instance, or another request of this one, is writing this block: its extents have one writer.
    record InFlightElsewhere() implements Reservation {}

    /// No room; the block stays unsaved and the engine keeps its own copy.
    record NoRoom(NoRoomReason reason) implements Reservation {}
}
