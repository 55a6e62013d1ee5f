package io.forebay.core.engine;

import io.forebay.core.extent.Extent;
import java.util.List;

/// The answer to [Reserve] for one key.
public sealed interface Reservation {
    /// The block is resident: nothing to write.
    record Present() implements Reservation {}

    /// Write here: one extent for each slot of the asking rank, in the order of `Layout.slotsOfRank`.
    record Granted(List<Extent> extents) implements Reservation {
        public Granted {
            extents = List.copyOf(extents);
        }
    }

    /// Another instance is writing this block.
    record InFlightElsewhere() implements Reservation {}

    /// No room; the block stays unsaved and the engine keeps its own copy.
    record NoRoom(NoRoomReason reason) implements Reservation {}
}
